-- The talks of a member, in order, in one row, so that each save is atomic. Each: docs/product.md, Data.
create table talks (
  member_id int primary key references all_members on delete cascade,
  talks jsonb not null check (jsonb_array_length(talks) <= 50)
);

-- Saved settings list the blocks of the portfolio. The block for talks is empty until its owner adds some.
update site_settings
set settings = jsonb_set(settings, '{home,blocks}', settings #> '{home,blocks}' || '["talks"]'), version = version + 1
where jsonb_typeof(settings #> '{home,blocks}') = 'array' and not settings #> '{home,blocks}' ? 'talks';
