-- An avatar from another site is only fetched while a member uses it.
create index members_foreign_image on members using hash (profile_image) where profile_image like 'http%';
