-- The page that an item was imported as, so that a later import can redirect its old URLs.
alter table imports add column page_slug text;
