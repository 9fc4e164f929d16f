-- `stored_bytes`: the size of a picture including its smaller copies, for the quotas. `unused_since`: when a sweep
-- first found no reference to the picture; null while it is in use.
alter table images
  add column stored_bytes bigint not null default 0,
  add column unused_since timestamptz;
update images set stored_bytes = coalesce(
  (select sum(stored.bytes) from storage_objects stored
    where stored.bucket = images.bucket
      and stored.path in (images.path, images.path || '.128w.webp', images.path || '.480w.webp',
        images.path || '.960w.webp', images.path || '.1600w.webp')),
  images.bytes, 0);
create index images_unused on images (unused_since) where unused_since is not null;
