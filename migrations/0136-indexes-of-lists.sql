-- For the audit log of one kind of actor, such as the operator. Building it takes less than a second per 100,000 entries,
-- during which actions that are recorded in the log wait.
create index audit_log_by_actor_kind on audit_log (actor_kind, id);

-- For lists of members with a role, of which there are few. Building it takes about a second per million members, during
-- which members cannot be changed.
create index members_with_role on all_members (role, id desc) where standing <> 'departed';

-- For the newest articles or short posts in a search. Building it takes about a second per million posts, during which
-- posts cannot be written.
create index search_posts_by_kind on search_posts (is_long_form, post_id);
