import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { endImport, findProfileTexts, type ProfileTexts } from './imports.store.ts'
import type { SourceProfile, SourceSite } from './source-site.ts'
import { ProfileSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { profileImported } from '#features/people/profiles/profiles.events.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import type { PictureCopier } from './picture-copier.ts'
import type { ImportReport } from './import-report.contract.ts'

/** The profile's key in the imports table. */
export const profileKey = ({ origin }: SourceSite): string => `${origin} profile`

/** Imports the name and fills in empty fields, but only once. @returns whether it did */
export async function importProfile(
  { db, emit }: Pick<Context, 'db' | 'emit'>,
  member: Member,
  site: SourceSite,
  pictures: PictureCopier,
  report: ImportReport,
): Promise<boolean> {
  const key = profileKey(site)
  const present = await findProfileTexts(db, member.id)
  if (!site.profile || !present) return false
  const { links } = site.profile
  const { data, error } = ProfileSettings.safeParse({
    ...stillEmpty(site.profile, present),
    ...(!present.profileImage && { profileImage: await pictureOf(site.profile, pictures) }),
  })
  if (error) {
    report.rejected.push({ key, why: error.issues[0]?.message ?? t('it is not valid') })
    return false
  }
  return inTransaction(db, async (db) => {
    if (!(await endImport(db, member.id, key))) return false
    await emit(db, profileImported, { memberId: member.id, settings: data, links })
    return true
  })
}

const stillEmpty = ({ displayName, title, bio, githubUsername, skills }: SourceProfile, present: ProfileTexts) => ({
  ...(displayName && { displayName }),
  ...(!present.title && { title }),
  ...(!present.bio && { bio }),
  ...(!present.githubUsername && { githubUsername }),
  ...(present.skills.length === 0 && { skills }),
})

/** Copies the picture if it was stored with the profile or is part of the source. Pictures on other sites are not
 *  copied. */
async function pictureOf({ profileImage }: SourceProfile, pictures: PictureCopier): Promise<string | null> {
  if (profileImage === '' || (URL.canParse(profileImage) && !parsePublicUrl(profileImage))) return profileImage
  return pictures.copy(profileImage, { base: '/' }, 'profile-images')
}
