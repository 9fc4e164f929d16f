-- The language in which a member last read the site, for emails and push notifications. Members without a row get the
-- site's language.
create table member_languages (
  member_id int primary key references all_members on delete cascade,
  locale text not null
);
