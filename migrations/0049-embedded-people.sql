-- Users of the embedded identity provider were identified by the site’s URL, and not recognized after it changed. The
-- first account under any of the URLs is kept.
update all_members set issuer = 'embedded'
where standing <> 'departed' and id in (
  select min(members.id) from all_members members join identity_users users on users.id::text = subject
  where standing <> 'departed' group by subject
);
