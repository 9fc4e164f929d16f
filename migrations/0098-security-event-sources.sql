-- Where sign-ins and changes of credentials came from, for the member concerned. Not part of the audit log, whose
-- entries cannot be changed: these are deleted with the member's account, and administrators do not see them.
create table security_event_sources (
  entry_id bigint primary key references audit_log on delete cascade,
  -- Browser and operating system: 'Firefox on Linux'.
  device text not null,
  -- The /24 or /64 network of the IP address, never the address itself.
  network text not null
);
