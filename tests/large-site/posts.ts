import { type Db, run } from '#kernel/db.ts'
import { members, posts, star } from './cast.ts'

// Short posts are the hard case: the smaller the table, the more likely PostgreSQL is to scan all of it.

/**
 * Inserts posts. Every tenth post is by the star, every seventh is an article, and the category changes every ten
 * posts. The first 10,000 posts have two links each.
 */
export async function seedPosts(db: Db): Promise<void> {
  await run(db)`
    insert into posts (member_id, title, content, content_html, plain_text, excerpt, reading_minutes, category_id,
      is_long_form, render_version, created_at)
    select case when n % 10 = 0 then ${star} else 2 + n % (${members}::int - 1) end,
      case when n % 7 = 0 then 'An article' end, 'x',
      case when n > 10000 then 'x'
        else '<a href="https://elsewhere.example/' || n || '">a</a> <a href="/projects/' || n % 5000 || '">b</a>' end,
      'common words ' || case when n % 2 = 0 then 'even' else 'odd' end
        || case when n <= ${posts}::int / 2 then ' ancient' else '' end
        || case when n = 17 then ' a needle in hay' else '' end || ' ' || repeat('filler ', 60),
      'x', 1, n / 10 % 5 + 1, n % 7 = 0, 1, timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${posts}::int) n`
  await run(db)`
    update post_totals t set total = (
      select count(*) from posts p where p.is_long_form = t.is_long_form and p.category_id = t.category_id)`
  await run(db)`
    insert into member_post_counts (member_id, is_long_form, category_id, post_count)
    select member_id, is_long_form, category_id, count(*) from posts group by 1, 2, 3`
  await run(db)`
    insert into post_months (list, list_id, is_long_form, month, post_count)
    select list, list_id, is_long_form, month_of(created_at), count(*)
    from all_posts cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
    where not is_withheld group by 1, 2, 3, 4`
  await run(db)`
    insert into like_counts (post_id, like_count, is_long_form, category_id, created_at, member_id)
    select id, id % 9, is_long_form, category_id, created_at, member_id from posts`
  await run(db)`
    update member_post_counts c set liked_count = liked.post_count from (
      select member_id, is_long_form, category_id, count(*) as post_count from like_counts
      where like_count > 0 group by 1, 2, 3) liked
    where (liked.member_id, liked.is_long_form, liked.category_id) = (c.member_id, c.is_long_form, c.category_id)`
  await run(db)`
    insert into liked_post_totals (is_long_form, category_id, part, post_count)
    select is_long_form, category_id, member_id % 16, sum(liked_count) from member_post_counts group by 1, 2, 3`
  await run(db)`insert into post_links (post_id, key) select id, key from posts, post_links_of(content_html) key`
}
