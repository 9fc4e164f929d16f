import type { RawBuilder } from 'kysely'
import { type Db, one, run, sql } from '#kernel/db.ts'
import type { Section } from '#schemas/sections.contract.ts'

type Sql = RawBuilder<unknown>

/** Hides everything the member has published. The caller locks the member's row, so that no post is added in the
 *  meantime: {@link createPost} waits for the lock and rejects suspended members. @returns the number of posts */
export const hidePostsOf = (db: Db, memberId: number): Promise<number> => setHidden(db, memberId, true)

/** Unhides what {@link hidePostsOf} hid, except posts in sections that are off. @returns the number of posts */
export const unhidePostsOf = (db: Db, memberId: number, isOn: (section: Section) => boolean): Promise<number> =>
  setHidden(
    db,
    memberId,
    false,
    sql`is_long_form = any(${postSections.filter((section) => isOn(section)).map(isArticles)}::boolean[])`,
  )

/** The sections that posts belong to. */
export const postSections = ['feed', 'blog'] as const
type PostSection = (typeof postSections)[number]

const isArticles = (section: PostSection): boolean => section === 'blog'

/** Hides all posts in a section while it is off, or unhides them, except those by suspended members. */
export async function setSectionHidden(db: Db, section: PostSection, isHidden: boolean): Promise<void> {
  const which = sql`is_long_form = ${isArticles(section)} and not is_unlisted
    and not exists (select from authors where authors.id = member_id and standing = 'suspended')`
  await run(db)`select from all_posts where ${which} order by id for update`
  await withhold(db, sql`is_withheld = ${isHidden}`, which, isHidden)
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
