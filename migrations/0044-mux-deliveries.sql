-- Processed deliveries from Mux, which repeats a delivery that got no response.
create table mux_deliveries (
  event_id text primary key,
  received_at timestamptz(3) not null
);
create index mux_deliveries_received on mux_deliveries (received_at);
