import { type Db, run } from '#kernel/db.ts'
import { reader } from './cast.ts'

/** A tag on every second post. */
export const commonTag = 'common'
/** A tag on a single post. */
export const rareTag = 'rare'

/** 2,000 tags: a common one, a rare one, and others with 25 posts each. Every post has one or two tags. Most tags have
 *  a former name. The reader follows the common tag and twenty others, and 4,000 members follow five each. */
export async function seedTags(db: Db): Promise<void> {
  await run(db)`alter table post_tags disable trigger user`
  await run(db)`
    insert into tags (name) select case n when 1 then ${commonTag} when 2 then ${rareTag} else 'tag' || n end
    from generate_series(1, 2000) n`
  await run(db)`
    insert into former_tags (name, tag_id) select 'former' || id, id from tags where name like 'tag%'`
  await run(db)`
    insert into post_tags (post_id, tag_id, place, is_chosen, member_id, is_long_form, category_id, created_at, is_withheld)
    select posts.id, tags.id, 1, true, member_id, is_long_form, category_id, created_at, is_withheld
    from all_posts posts join tags on (tags.name = ${commonTag} and posts.id % 2 = 0)
      or (tags.name = ${rareTag} and posts.id = 17) or tags.name = 'tag' || (3 + posts.id % 1998)`
  await run(db)`
    update tags set post_count = posts, article_count = articles from (
      select tag_id, count(*)::int as posts, count(*) filter (where is_long_form)::int as articles from post_tags where not is_withheld group by 1) as counted
    where tags.id = tag_id`
  await run(db)`
    insert into post_months (list, list_id, is_long_form, month, post_count)
    select 'tag', tag_id, is_long_form, month_of(created_at), count(*) from post_tags where not is_withheld group by 1, 2, 3, 4`
  await run(db)`alter table post_tags enable trigger user`
  await run(db)`
    insert into tag_follows (member_id, tag_id)
    select ${reader}, id from tags where name = ${commonTag} or id between 3 and 22
    union all select member_id, 3 + (member_id * 7 + n) % 1998
    from generate_series(100, 4100) as member_id, generate_series(1, 5) as n`
}
