import { t } from '#messages/messages.ts'
import { type Db, one, sql } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { sectionOfPost } from '#schemas/sections.contract.ts'

export type PostSection = ReturnType<typeof sectionOfPost>

type PostKind = Parameters<typeof sectionOfPost>[0]

/** Requires that the post's section is on. Locks the settings, so that no post is added to a section while it is being
 *  turned off. @throws AppError not_found */
export async function requireSectionOf(db: Db, post: PostKind): Promise<void> {
  const section = sectionOfPost(post)
  if (await isSectionOff(db, section)) throw sectionOff(section)
}

/** Reports whether the section is off. Locks the settings, so that it does not change before the transaction ends. */
export async function isSectionOff(db: Db, section: PostSection): Promise<boolean> {
  const row = await one<{ isOff: boolean | null }>(db)`select is_off as "isOff" from (${lockQuery(section)}) section`
  return row?.isOff ?? false
}

/** A query that does the same as part of another statement: `is_off`, or no row if no settings have been saved. */
export const lockSection = (post: PostKind) => lockQuery(sectionOfPost(post))

const lockQuery = (section: PostSection) => sql`
  select sections_off @> ${JSON.stringify(section)}::jsonb as is_off from site_settings for share`

export const sectionOff = (section: PostSection): AppError =>
  new AppError(
    'not_found',
    section === 'blog' ? t('This site’s blog is turned off.') : t('This site’s feed is turned off.'),
  )

/** The condition that a post's section is on, for tables that copy `is_long_form` and `is_withheld` from posts. Posts
 *  are not withheld until a while after their section has been turned off. */
export const isInShownSection = sql`is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden))`
