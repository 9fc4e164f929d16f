-- The settings of each livestream’s chat. Writing a message locks its row, so that messages of a livestream are
-- committed in the order of their ids: a reader who knows one id has not missed any earlier message.
create table chat_rooms (
  livestream_id int primary key references all_livestreams on delete cascade,
  -- When people can chat. `enabled`: unless the stream is offline; `until_end`: before and during the broadcast.
  openness text not null default 'enabled' check (openness in ('always', 'enabled', 'until_end', 'live')),
  -- Minimum time between messages from the same person.
  slow_mode_seconds int not null default 0 check (slow_mode_seconds between 0 and 3600)
);
insert into chat_rooms (livestream_id) select id from all_livestreams;

create function chat_open_room() returns trigger language plpgsql as $$
begin
  insert into chat_rooms (livestream_id) values (new.id);
  return null;
end $$;
create trigger chat_open_room after insert on all_livestreams for each row execute function chat_open_room();

-- Kept permanently: the chat is replayed with the recording.
create table chat_messages (
  id bigint generated always as identity primary key,
  livestream_id int not null references all_livestreams on delete cascade,
  -- The author, if signed in: the name comes from the profile.
  member_id int references all_members on delete cascade,
  -- A visitor’s name, and a keyed hash of their network for bans; never the address.
  username text not null,
  sender bytea,
  message text not null,
  -- Not a message: notifies viewers that these messages were deleted.
  deleted_ids bigint[],
  created_at timestamptz(3) not null default now()
);
create index chat_messages_in_order on chat_messages (livestream_id, id);
create index chat_messages_of_member on chat_messages (member_id) where member_id is not null;

-- People who chatted within the last ten minutes and therefore count as viewers.
create table chat_talkers (
  livestream_id int not null references all_livestreams on delete cascade,
  name text not null,
  last_at timestamptz(3) not null,
  primary key (livestream_id, name)
) with (fillfactor = 80);
create index chat_talkers_lately on chat_talkers (livestream_id, last_at);

create function chat_viewers(livestream int) returns int language sql stable as $$
  select count(*)::int from chat_talkers where livestream_id = livestream and last_at > now() - interval '10 minutes'
$$;

-- Temporary or permanent bans from a broadcaster’s chats.
create table chat_bans (
  id int generated always as identity primary key,
  owner_id int not null references all_members on delete cascade,
  member_id int references all_members on delete cascade,
  sender bytea,
  -- The visitor’s name, for moderators.
  name text not null,
  until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (owner_id, member_id, sender),
  check (num_nonnulls(member_id, sender) = 1)
);
create index chat_bans_of_member on chat_bans (member_id) where member_id is not null;

-- Returns a name’s skeleton: lowercase, without accents, spaces, or punctuation, and with one letter for each set of
-- confusable Latin, Greek, and Cyrillic letters and digits. Source: the most common confusables of Unicode Technical
-- Standard 39.
create function chat_name_look(name text) returns text language sql immutable parallel safe as $$
  select replace(replace(regexp_replace(
    translate(lower(translate(normalize(name, NFKD),
      'аАвВеЕкКмМнНоОрРсСтТуУхХіІӀјЈѕЅһҺԁԛԝαΑβΒεΕΖΗηιΙκΚΜΝνοΟρΡτΤυΥχΧωɑɡıɩ',
      'aabbeekkmmhhooppccttyyxxiiijjsshhdqwaabbeezhniikkmnvooppttuyxxwagii')), '01i|', 'olll'),
    '[\s[:punct:]\u00a0\u00ad\u0300-\u036f\u200b-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), 'rn', 'm'), 'vv', 'w')
$$;
create index chat_reserved_usernames on all_members (chat_name_look(username));
create index chat_reserved_names on all_members (chat_name_look(display_name));
