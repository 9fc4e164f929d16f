import { inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { endImport, findProfileTexts, type ProfileTexts } from './imports.store.ts'
import type { SourceProfile, SourceSite } from './source-site.ts'
import { ProfileSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { profileImported } from '#features/people/profiles/profiles.events.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import type { PictureCopier } from './picture-copier.ts'
import type { ImportReport } from './import-report.ts'

/** What the profile is known by among the things that are brought along. */
export const profileKey = ({ origin }: SourceSite): string => `${origin} profile`

/** Writes into the member's profile, once, what the old site says of them: their name, and what is still empty here.
 *  @returns whether it did */
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
    report.notTaken.push({ key, why: error.issues[0]?.message ?? 'it is not as it should be' })
    return false
  }
  return inTransaction(db, async (db) => {
    if (!(await endImport(db, member.id, key, null))) return false
    await emit(db, profileImported, { memberId: member.id, settings: data, links })
    return true
  })
}

const stillEmpty = ({ displayName, title, bio, githubUsername, skills }: SourceProfile, present: ProfileTexts) => ({
  displayName,
  ...(!present.title && { title }),
  ...(!present.bio && { bio }),
  ...(!present.githubUsername && { githubUsername }),
  ...(present.skills.length === 0 && { skills }),
})

/** A picture of another site stays there; one that was stored with the profile is copied. */
async function pictureOf({ profileImage }: SourceProfile, pictures: PictureCopier): Promise<string | null> {
  if (profileImage === '' || !parsePublicUrl(profileImage)) return profileImage
  return pictures.copy(profileImage, { base: '/' }, 'profile-images')
}
