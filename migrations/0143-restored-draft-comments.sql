-- When a comment on a draft was deleted, and by whom: only they can restore it
-- (docs/decisions/192-undo-on-shared-drafts.md). While this migration runs, comments on drafts can be neither read nor
-- written: for a few milliseconds at any realistic size.
alter table draft_comments
  add column deleted_at timestamptz(3),
  -- Not a foreign key: the comment is deleted along with either of these members.
  add column deleted_by int check (deleted_by in (owner_id, member_id));
create index draft_comments_deleted on draft_comments (deleted_at) where deleted_at is not null;
