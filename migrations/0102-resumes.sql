-- Members’ CVs: each in one row, so that each save is atomic. `document`: docs/product.md, Data.
create table resumes (
  member_id int primary key references all_members on delete cascade,
  document jsonb not null check (octet_length(document::text) <= 400000),
  is_published boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
