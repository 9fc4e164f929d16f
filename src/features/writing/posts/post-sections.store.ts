import { t } from '#messages/messages.ts'
import { type Db, one } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { type Section, sectionOfPost } from '#schemas/sections.contract.ts'

/** Requires that the post's section is on. Locks the settings, so that no post is added to a section while it is being
 *  turned off. @throws AppError not_found */
export async function requireSectionOf(db: Db, post: Parameters<typeof sectionOfPost>[0]): Promise<void> {
  const section = sectionOfPost(post)
  const row = await one<{ isOff: boolean | null }>(db)`
    select settings -> 'sectionsOff' @> ${JSON.stringify([section])}::jsonb as "isOff" from site_settings for share`
  if (row?.isOff) throw sectionOff(section)
}

export const sectionOff = (section: Section): AppError =>
  new AppError('not_found', t('This site’s {section} is turned off.', { section }))
