-- A password set by an administrator: the member must replace it before doing anything else.
alter table identity_users add column must_change_password boolean not null default false;
