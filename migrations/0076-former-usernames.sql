-- Former usernames, one row per change. They lead to the member’s profile, and no other member can take them. Rows are
-- kept when a member reclaims a name, because they count the changes.
create table former_usernames (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  -- The original spelling.
  username text not null,
  changed_at timestamptz(3) not null default now()
);
create index former_usernames_by_name on former_usernames (lower(username));
create index former_usernames_of_member on former_usernames (member_id, changed_at);
create index former_usernames_look on former_usernames (chat_name_look(username));

-- Returns the member who has or had this username, ignoring case; null if there is none.
create function member_named(name text) returns int language sql stable parallel safe as $$
  select id from all_members where lower(username) = lower(name)
  union all
  select member_id from former_usernames where lower(username) = lower(name)
  limit 1
$$;
