-- The links in stream descriptions, found as in posts: text that looks like a URL, without the punctuation that ends a
-- sentence.
create table livestream_links (
  livestream_id int not null references all_livestreams on delete cascade,
  key text not null,
  primary key (livestream_id, key)
);
create index livestream_links_by_key on livestream_links (key, livestream_id desc);

create function livestream_links_of(description text) returns setof text language sql immutable parallel safe as $$
  select distinct link_key(rtrim(found[1], '.,;:!?)')) from regexp_matches(description, 'https?://[^\s<>"]+', 'gi') found
$$;
create function livestream_links_keep() returns trigger language plpgsql as $$
begin
  delete from livestream_links where livestream_id = new.id;
  insert into livestream_links (livestream_id, key)
  select new.id, key from livestream_links_of(new.description) as key;
  return null;
end $$;
create trigger livestream_links_new after insert on all_livestreams
  for each row execute function livestream_links_keep();
create trigger livestream_links_changed after update of description on all_livestreams for each row
  when (old.description is distinct from new.description) execute function livestream_links_keep();
insert into livestream_links (livestream_id, key)
select id, key from all_livestreams, livestream_links_of(description) as key;
