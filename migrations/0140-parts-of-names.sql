-- For searching members by part of their username, name, or email address without reading all of them
-- (docs/decisions/181-parts-of-names.md). While this migration runs, members and accounts can be read but not changed:
-- for less than a second with 10,000 members.

-- All sequences of three characters in the text. If a text contains another one, it contains its sequences.
create function trigrams_of(source text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(lower(source), n, 3) from generate_series(1, length(lower(source)) - 2) n)
$$;

-- No pending lists: every search would have to scan them.
create index members_by_part_of_name on all_members using gin (trigrams_of(username || ' ' || display_name))
  with (fastupdate = off);
create index accounts_by_part_of_email on identity_users using gin (trigrams_of(email)) with (fastupdate = off);
analyze all_members, identity_users;
