-- Members who are available for work: what for, and where to learn more.
create table work_availability (
  member_id int primary key references all_members on delete cascade,
  -- One line; may be empty.
  text text not null,
  link text,
  since timestamptz(3) not null default now()
);
