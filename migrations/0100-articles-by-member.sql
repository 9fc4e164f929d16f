-- For a member's newest articles, however many short posts they have written since.
create index articles_by_member on all_posts (member_id, created_at desc, id desc)
  where is_long_form and not is_withheld;
