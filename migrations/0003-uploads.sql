-- Files of the embedded storage provider. `file` is the name on disk; paths are never used in the file system.
create table storage_objects (
  id uuid primary key default gen_random_uuid(),
  bucket text not null,
  path text collate "C" not null,
  owner_id int not null references members on delete cascade,
  file uuid not null unique,
  content_type text not null,
  bytes int not null,
  etag text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bucket, path)
);
create index storage_objects_by_owner on storage_objects (owner_id, bucket, path);

-- Metadata of uploaded pictures, so that pages know their dimensions and smaller copies.
create table images (
  bucket text not null,
  path text not null,
  width int not null,
  height int not null,
  variant_widths int[] not null,
  member_id int not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (bucket, path)
);
create index images_by_member on images (member_id);
