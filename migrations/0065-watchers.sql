-- The provider's latest count of players fetching a broadcast. Valid for one minute.
alter table all_livestreams
  add column watchers int not null default 0 check (watchers >= 0),
  add column watchers_at timestamptz;

-- Viewers may also be in the chat, so the larger of the two numbers is used to avoid counting anyone twice.
create function livestream_viewers(livestream int) returns int language sql stable as $$
  select greatest(chat_viewers(livestream), (select watchers from all_livestreams
    where id = livestream and status = 'active' and watchers_at > now() - interval '1 minute'))
$$;
