-- The page that an item was imported as, so that a later import can redirect its old addresses.
alter table imports add column page_slug text;
