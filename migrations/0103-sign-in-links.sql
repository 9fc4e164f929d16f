-- Links for signing in without a password; the name is that of Supabase Auth's protocol.
alter table identity_tokens drop constraint identity_tokens_kind_check;
alter table identity_tokens add constraint identity_tokens_kind_check check (kind in (
  'signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new'));
