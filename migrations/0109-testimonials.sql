-- What others say about a member, in order, each with `text`, `name`, `role`, and `url`, in one row, so that each save is
-- atomic.
create table testimonials (
  member_id int primary key references all_members on delete cascade,
  quotes jsonb not null check (jsonb_array_length(quotes) <= 12)
);
