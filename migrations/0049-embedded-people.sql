-- People of the embedded identity provider were named by the site's address, and were strangers once that had changed.
-- Whoever came first under any of the addresses is the person.
update all_members set issuer = 'embedded'
where standing <> 'departed' and id in (
  select min(members.id) from all_members members join identity_users users on users.id::text = subject
  where standing <> 'departed' group by subject
);
