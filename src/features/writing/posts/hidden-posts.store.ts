import type { RawBuilder } from 'kysely'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { isInShownSection, isSectionOff, type PostSection } from './post-sections.store.ts'

type Sql = RawBuilder<unknown>

/** Hides everything the member has published. The caller locks the member's row, so that no post is added in the
 *  meantime: {@link createPost} waits for the lock and rejects suspended members. @returns the number of posts */
export const hidePostsOf = (db: Db, memberId: number): Promise<number> => setHidden(db, memberId, true)

/** Unhides what {@link hidePostsOf} hid, except posts in sections that are off. Locks the settings, so that a section
 *  that is being turned on does not miss the posts. @returns the number of posts */
export async function unhidePostsOf(db: Db, memberId: number): Promise<number> {
  await run(db)`select from site_settings for share`
  return setHidden(db, memberId, false, isInShownSection)
}

/** Withholds up to `limit` posts of the section, newest first, if it is off, or unhides them if it is on. Posts by
 *  suspended members and unlisted posts remain withheld. May run concurrently. @returns the number of posts; fewer than
 *  `limit` if there are no more */
export async function applySection(db: Db, section: PostSection, limit: number): Promise<number> {
  const isHidden = await isSectionOff(db, section)
  // Each has an index, which does not sort withheld posts.
  const [isUnchanged, order] = isHidden
    ? [sql`not is_withheld`, sql`order by created_at desc, id desc`]
    : [sql`is_withheld`, sql``]
  const isAffected = sql`is_long_form = ${section === 'blog'} and ${isUnchanged} and not is_unlisted
    and not exists (select from authors where authors.id = member_id and standing = 'suspended')`
  const found = await many<{ id: number }>(db)`
    select id from all_posts where ${isAffected} ${order} limit ${limit}`
  const among = sql`id = any(${found.map(({ id }) => id)}::int[])`
  await run(db)`select from all_posts where ${among} order by id for update`
  await withhold(db, sql`is_withheld = ${isHidden}`, sql`${among} and ${isAffected}`, isHidden)
  return found.length
}

/** Changes the totals in the same statement and locks them in the same order as {@link changePost}. Locks the posts
 *  first, so that it sees the totals of any categories that they were moved to in the meantime. */
async function setHidden(db: Db, memberId: number, isHidden: boolean, only = sql`true`): Promise<number> {
  await run(db)`select from all_posts where member_id = ${memberId} order by id for update`
  const which = sql`member_id = ${memberId} and not is_unlisted and ${only}`
  return withhold(db, sql`is_withheld = ${isHidden}`, which, isHidden)
}

/** Removes a post from all lists, or adds it back. */
export async function setUnlisted(db: Db, id: number, isUnlisted: boolean): Promise<void> {
  const change = sql`is_withheld = ${isUnlisted}, is_unlisted = ${isUnlisted}`
  await withhold(db, change, sql`id = ${id} and is_unlisted <> ${isUnlisted}`, isUnlisted)
}

async function withhold(db: Db, change: Sql, which: Sql, isHidden: boolean): Promise<number> {
  const row = await one<{ posts: number }>(db)`
    with moved as (
      update all_posts set ${change} where ${which} and is_withheld <> ${isHidden}
      returning is_long_form, category_id),
    sums as (select is_long_form, category_id, count(*)::int as posts from moved group by is_long_form, category_id),
    held as (
      select t.is_long_form, t.category_id, sums.posts
      from post_totals t join sums on (t.is_long_form, t.category_id) = (sums.is_long_form, sums.category_id)
      order by t.is_long_form, t.category_id for update of t),
    counted as (
      update post_totals t set total = t.total + case when ${isHidden} then -held.posts else held.posts end from held
      where (t.is_long_form, t.category_id) = (held.is_long_form, held.category_id))
    select count(*) as posts from moved`
  return row!.posts
}
