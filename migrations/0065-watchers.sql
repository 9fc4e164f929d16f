-- Players that fetch a broadcast now, as its provider last counted them. A count that is a minute old says nothing any more.
alter table all_livestreams
  add column watchers int not null default 0 check (watchers >= 0),
  add column watchers_at timestamptz;

-- Who watches may also write: the larger number counts nobody twice.
create function livestream_viewers(livestream int) returns int language sql stable as $$
  select greatest(chat_viewers(livestream), (select watchers from all_livestreams
    where id = livestream and status = 'active' and watchers_at > now() - interval '1 minute'))
$$;
