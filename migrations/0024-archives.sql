-- Links to members' archives: each is good once and for minutes. Of a link only its SHA-256 is kept, and of the account the
-- address that the archive is to name, which only the call that asks for the link knows.
create table archive_links (
  hash bytea primary key,
  member_id int not null references all_members on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index archive_links_member on archive_links (member_id);
create index archive_links_expires on archive_links (expires_at);
