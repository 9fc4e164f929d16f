-- Users of the embedded identity provider used to be identified by the site’s URL and were not recognized after it
-- changed. Keeps the first account under any of those URLs.
update all_members set issuer = 'embedded'
where standing <> 'departed' and id in (
  select min(members.id) from all_members members join identity_users users on users.id::text = subject
  where standing <> 'departed' group by subject
);
