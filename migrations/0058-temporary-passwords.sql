-- A password that an administrator set has to be replaced by its member before anything else.
alter table identity_users add column must_change_password boolean not null default false;
