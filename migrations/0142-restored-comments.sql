-- What a comment goes back to when the person who deleted it undoes that (docs/decisions/183-undo-of-deleted-comments.md). Null
-- for other comments. While this migration runs, comments can be neither read nor written: for a few milliseconds at any size.
alter table all_comments
  add column status_before_deletion text,
  -- Who approved it, because that decides whether its author is trusted.
  add column moderator_before_deletion int references all_members on delete set null;
create or replace view comments as select * from all_comments where not is_withheld;
