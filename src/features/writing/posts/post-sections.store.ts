import { t } from '#messages/messages.ts'
import { type Db, one } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { sectionOfPost } from '#schemas/sections.contract.ts'

/** Requires that the post's section is on. Locks the settings, so that no post is added to a section while it is being
 *  turned off. @throws AppError not_found */
export async function requireSectionOf(db: Db, post: Parameters<typeof sectionOfPost>[0]): Promise<void> {
  const section = sectionOfPost(post)
  const row = await one<{ isOff: boolean | null }>(db)`
    select settings -> 'sectionsOff' @> ${JSON.stringify([section])}::jsonb as "isOff" from site_settings for share`
  if (row?.isOff) throw sectionOff(section)
}

export const sectionOff = (section: 'blog' | 'feed'): AppError =>
  new AppError(
    'not_found',
    section === 'blog' ? t('This site’s blog is turned off.') : t('This site’s feed is turned off.'),
  )
