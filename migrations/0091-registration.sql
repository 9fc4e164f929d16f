-- Accounts that could sign up only because the site had no accounts. They cannot be confirmed once it has one.
alter table identity_users add column needs_empty_site boolean not null default false;

-- Links with which people can register. Only a hash of each link's secret is stored.
create table invitations (
  id int primary key generated always as identity,
  token_hash bytea not null unique check (length(token_hash) = 32),
  max_uses int not null check (max_uses between 1 and 1000),
  -- Null: their account has been deleted.
  created_by int references all_members on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index invitations_created_by on invitations (created_by);

-- An account that was created with an invitation. It counts as a use once it has joined the site, or as long as its
-- address can still be confirmed.
create table invitation_uses (
  id int primary key generated always as identity,
  invitation_id int not null references invitations on delete cascade,
  -- The account at the identity provider. Null: it has been deleted.
  subject text unique,
  -- Null: the account has not joined yet, or has been deleted.
  member_id int unique references all_members on delete set null,
  created_at timestamptz(3) not null default now(),
  joined_at timestamptz(3)
);
create index invitation_uses_invitation on invitation_uses (invitation_id);
