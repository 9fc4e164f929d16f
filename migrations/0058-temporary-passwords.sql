-- A password that an administrator set must be replaced by the member before anything else.
alter table identity_users add column must_change_password boolean not null default false;
