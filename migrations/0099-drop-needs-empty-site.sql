-- Whether an account can be confirmed is decided when it is confirmed.
alter table identity_users drop column needs_empty_site;
