-- A password reset that could not be emailed: the account, and the administrator who created a link instead.
alter table mail_outbox
  add column reset_for text,
  add column handled_at timestamptz,
  add column handled_by int references all_members on delete set null;
-- Requesting again while a request is open moves it to the top instead of adding another.
create unique index mail_outbox_open_resets on mail_outbox (reset_for) where handled_at is null and reset_for is not null;
