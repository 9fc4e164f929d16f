-- Returns the Bluesky account that wrote a mention: the last DID in the source URL if the mention came through Bridgy,
-- regardless of how many times it is encoded; otherwise, the profile in the author’s URL.
create function bluesky_actor_of(source_url text, author_url text) returns text language sql immutable
  return coalesce(
    'did:plc:' || substring(source_url from
      '^https://(?:fed\.|bsky\.)?brid\.gy/.*did(?::|%3A|%253A)plc(?::|%3A|%253A)([a-z2-7]{24})'),
    lower(substring(author_url from '^https://bsky\.app/profile/([a-zA-Z0-9.:_-]{3,253})/?$')));

alter table webmentions add column bluesky_actor text
  generated always as (bluesky_actor_of(source_url, author_url)) stored;
create index webmentions_by_bluesky_actor on webmentions (bluesky_actor) where bluesky_actor is not null;

-- Bluesky profiles as of the last fetch. They are shown instead of the authors of mentions, which stay unchanged,
-- because authors are trusted by the URL in the source.
create table bluesky_profiles (
  -- As in mentions: a DID or a handle.
  actor text primary key,
  -- Permanent, even if the handle changes.
  did text not null,
  handle text not null,
  name text not null,
  -- The URL of our copy.
  photo text,
  refreshed_at timestamptz(3) not null
);
create index bluesky_profiles_photo on bluesky_profiles (photo) where photo is not null;

-- Also notifies members of mentions of their profile, like authors of mentions of their posts.
create function webmention_is_told(mention webmentions) returns boolean language sql immutable
  return (mention.post_id is not null or mention.target_path like '/profile/%')
    and mention.status = 'approved' and mention.state = 'verified';
create function webmention_told_as(mention webmentions) returns text language sql immutable
  return case when mention.post_id is null then 'mention' else webmention_kind(mention.type) end;

create or replace function webmentions_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and webmention_is_told(old);
  is_now boolean := tg_op <> 'DELETE' and webmention_is_told(new);
  stays boolean := was and is_now and webmention_told_as(old) = webmention_told_as(new);
begin
  if was and not stays then
    perform notification_take_back(old.owner_id, webmention_told_as(old), old.post_id, -old.id);
  end if;
  if is_now and not stays then
    perform notification_tell(new.owner_id, webmention_told_as(new), new.post_id, -new.id, null,
      coalesce(nullif(new.author_name, ''), new.source_host));
  end if;
  return null;
end $$;
