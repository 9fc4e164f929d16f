-- An avatar from another site is fetched for whoever asks only while some member really has it.
create index members_foreign_image on members using hash (profile_image) where profile_image like 'http%';
