-- A picture’s type and size for feeds, wherever the picture is stored. Null for older pictures stored elsewhere.
alter table images
  add column content_type text,
  add column bytes int;
update images set content_type = storage_objects.content_type, bytes = storage_objects.bytes
from storage_objects where storage_objects.bucket = images.bucket and storage_objects.path = images.path;
