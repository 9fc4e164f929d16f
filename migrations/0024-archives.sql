-- Single-use links to members’ archives, valid for minutes. Stores only the SHA-256 hash of each link, and the email
-- address for the archive, which only the requesting call knows.
create table archive_links (
  hash bytea primary key,
  member_id int not null references all_members on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index archive_links_member on archive_links (member_id);
create index archive_links_expires on archive_links (expires_at);
