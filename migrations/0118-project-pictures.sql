-- The pictures on a project's page, in order, in one row, so that each save is atomic. Each has `src`, `srcset`, `width`,
-- `height`, and `alt`. Projects without pictures need no row.
create table project_pictures (
  project_id int primary key references all_projects on delete cascade,
  pictures jsonb not null check (jsonb_array_length(pictures) <= 12)
);
