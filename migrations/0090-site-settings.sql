-- The settings of the site that administrators have chosen, as JSON. Settings that are missing have their defaults. At
-- most one row.
create table site_settings (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- Increases with each change, so that no administrator unknowingly overwrites the changes of another.
  version int not null,
  updated_at timestamptz(3) not null default now()
);
