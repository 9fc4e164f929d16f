-- What feeds say of a picture beside its address, wherever its file is kept. Null for what was kept elsewhere before.
alter table images
  add column content_type text,
  add column bytes int;
update images set content_type = storage_objects.content_type, bytes = storage_objects.bytes
from storage_objects where storage_objects.bucket = images.bucket and storage_objects.path = images.path;
