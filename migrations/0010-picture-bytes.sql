-- The type and size of a picture for feeds, regardless of its storage. Null for earlier pictures in other storage.
alter table images
  add column content_type text,
  add column bytes int;
update images set content_type = storage_objects.content_type, bytes = storage_objects.bytes
from storage_objects where storage_objects.bucket = images.bucket and storage_objects.path = images.path;
