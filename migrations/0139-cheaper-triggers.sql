-- New posts and comments take less time: their triggers run fewer statements. From here until the last migration of the
-- same update has run, posts can be read but not written.

-- Most posts have no links, and a new one has none to remove.
create or replace function post_links_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from post_links where post_id = new.id;
  end if;
  insert into post_links (post_id, key) select new.id, key from post_links_of(new.content_html) as key;
  return null;
end $$;
create or replace trigger post_links_new after insert on all_posts for each row
  when (new.content_html like '%href="%') execute function post_links_keep();

-- New posts only add to the counts, so there are no counts of 0 to remove. The tags of changed posts are counted by another
-- trigger: see 0141-tags-of-hidden-posts.sql.
create or replace function count_months_of_posts() returns trigger language plpgsql as $$
declare
  changes post_months[] := '{}';
begin
  if tg_op = 'INSERT' then
    insert into post_months as counts (list, list_id, is_long_form, month, post_count)
    select list, list_id, is_long_form, month_of(created_at), count(*)
    from added cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
    where not is_withheld group by 1, 2, 4, 3 order by 1, 2, 4, 3
    on conflict (list, list_id, month, is_long_form) do update set post_count = counts.post_count + excluded.post_count;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    changes := array(
      select (list, list_id, is_long_form, month_of(created_at), count(*))::post_months
      from added cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
      where not is_withheld group by list, list_id, is_long_form, month_of(created_at));
  end if;
  changes := changes || array(
    select (list, list_id, is_long_form, month_of(created_at), -count(*))::post_months
    from removed cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
    where not is_withheld group by list, list_id, is_long_form, month_of(created_at));
  perform change_post_months(changes);
  return null;
end $$;
create or replace function count_months_of_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into post_months as counts (list, list_id, is_long_form, month, post_count)
    select 'tag', tag_id, is_long_form, month_of(created_at), count(*)
    from added where not is_withheld group by 2, 4, 3 order by 2, 4, 3
    on conflict (list, list_id, month, is_long_form) do update set post_count = counts.post_count + excluded.post_count;
  else
    perform change_post_months(array(
      select ('tag', tag_id, is_long_form, month_of(created_at), -count(*))::post_months
      from removed where not is_withheld group by tag_id, is_long_form, month_of(created_at)));
  end if;
  return null;
end $$;

-- Most comments have no parent, and PostgreSQL would plan the query for it every time.
create or replace function comments_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
  told all_comments := case tg_op when 'DELETE' then old else new end;
  answered int;
  kind_for_owner text := case when told.post_id is null then 'guestbook_entry' else 'comment' end;
  kind_for_answered text := case when told.post_id is null then 'guestbook_reply' else 'reply' end;
begin
  if told.is_imported then
    return null;
  end if;
  if told.parent_id is not null then
    select member_id into answered from all_comments where id = told.parent_id;
  end if;
  if is_now and not was then
    perform notification_tell(told.owner_id, kind_for_owner, told.post_id, told.id, told.member_id,
      nullif(told.author_name, ''));
    if answered <> told.owner_id then
      perform notification_tell(answered, kind_for_answered, told.post_id, told.id, told.member_id,
        nullif(told.author_name, ''));
    end if;
  elsif was and not is_now then
    perform notification_take_back(told.owner_id, kind_for_owner, told.post_id, told.id);
    if answered <> told.owner_id then
      perform notification_take_back(answered, kind_for_answered, told.post_id, told.id);
    end if;
  end if;
  return null;
end $$;
