-- Active and suspended members with their accounts at the identity provider, for administrators.
create view member_accounts as
  select id, username, display_name, profile_image, role, standing, issuer, subject, created_at,
    exists (select from site_ownership where member_id = all_members.id) as is_owner
  from all_members where standing <> 'departed';
