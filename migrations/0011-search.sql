-- English stemming without stop words: `this`, `for`, and `not` mean something to developers.
create text search dictionary search_stem (template = snowball, language = english);
create text search configuration search (copy = english);
alter text search configuration search alter mapping replace english_stem with search_stem;

-- Prepares text for searching: removes accents, splits `node:http`, `text/html`, and `idempotency_key` into words, and
-- keeps `C++`, `C#`, and `F#` as words of their own. search.contract.ts does the same to queries.
create function search_text(source text) returns text language sql immutable parallel safe as $$
  select translate(
    normalize(regexp_replace(normalize(
      regexp_replace(regexp_replace(source, '\mc\+\+', 'cpp', 'gi'), '\m([cf])#', '\1ʂ', 'gi'), nfd), '[\u0300-\u036f]', '', 'g'), nfc),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
$$;

-- Separate from the posts, because a search reads only these rows, thousands at a time.
create table search_posts (
  post_id int primary key references posts on delete cascade,
  is_long_form boolean not null,
  words tsvector not null
);
create table search_members (
  member_id int primary key references members on delete cascade,
  words tsvector not null
);

-- Updated by triggers, so that searches find every change as soon as it is committed.
create function search_words_of(post posts) returns tsvector language sql stable as $$
  select setweight(to_tsvector('search', search_text(coalesce(post.title, ''))), 'A')
    || to_tsvector('search', search_text(left(post.plain_text, 100000)))
$$;
create function search_words_of(member members) returns tsvector language sql stable as $$
  select setweight(to_tsvector('search', search_text(member.display_name || ' ' || member.username)), 'A')
    || setweight(to_tsvector('search', search_text(member.title || ' ' || array_to_string(member.skills, ' '))), 'B')
    || to_tsvector('search', search_text(member.bio))
$$;

create function search_keep_post() returns trigger language plpgsql as $$
begin
  insert into search_posts (post_id, is_long_form, words)
  values (new.id, new.is_long_form, search_words_of(new))
  on conflict (post_id) do update set is_long_form = excluded.is_long_form, words = excluded.words;
  return null;
end $$;
create trigger search_new_post after insert on posts for each row execute function search_keep_post();
create trigger search_changed_post after update on posts for each row
  when ((old.title, old.plain_text, old.is_long_form) is distinct from (new.title, new.plain_text, new.is_long_form))
  execute function search_keep_post();

create function search_keep_member() returns trigger language plpgsql as $$
begin
  insert into search_members (member_id, words)
  values (new.id, search_words_of(new))
  on conflict (member_id) do update set words = excluded.words;
  return null;
end $$;
create trigger search_new_member after insert on members for each row execute function search_keep_member();
create trigger search_changed_member after update on members for each row
  when ((old.display_name, old.username, old.title, old.skills, old.bio)
    is distinct from (new.display_name, new.username, new.title, new.skills, new.bio))
  execute function search_keep_member();

insert into search_posts (post_id, is_long_form, words) select id, is_long_form, search_words_of(posts) from posts;
insert into search_members (member_id, words) select id, search_words_of(members) from members;

-- No pending list: every search would have to scan it.
create index search_posts_words on search_posts using gin (words) with (fastupdate = off);
create index search_members_words on search_members using gin (words) with (fastupdate = off);
analyze search_posts, search_members;
