import { type Db, inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { endImport } from '#features/admin/imports/imports.store.ts'
import type { SourceProfile, SourceSite } from '#features/admin/imports/source-site.ts'
import { LinksInput } from '#features/people/profile-links/profile-links.contract.ts'
import { findLinks, saveLinks } from '#features/people/profile-links/profile-links.store.ts'
import { ProfileSettings } from '#features/people/profiles/profile-settings.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { findUserById, updateProfile } from '#features/people/profiles/profiles.store.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import { checkProfileLinks } from '#features/people/profile-links/profile-links.jobs.ts'
import type { PictureCopier } from './pictures.ts'
import type { ImportReport } from './report.ts'

/** What the profile is known by among the things that are brought along. */
export const profileKey = ({ origin }: SourceSite): string => `${origin} profile`

/** Writes into the member's profile, once, what the old site says of them: their name, and what is still empty here.
 *  @returns whether it did */
export async function importProfile(
  { db }: Pick<Context, 'db'>,
  member: Member,
  site: SourceSite,
  pictures: PictureCopier,
  report: ImportReport,
): Promise<boolean> {
  const key = profileKey(site)
  const present = await findUserById(db, member.id, null)
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
    const isNew = await endImport(db, member.id, key, null)
    if (isNew) await updateProfile(db, member.id, data)
    if (isNew) await importLinks(db, member, links)
    return isNew
  })
}

/** Whether those pages lead back here is looked up soon. */
async function importLinks(db: Db, member: Member, links: SourceProfile['links']): Promise<void> {
  const input = LinksInput.safeParse({ links })
  const present = await findLinks(db, member.id)
  if (!input.success || present?.links.length !== 0) return
  await saveLinks(db, member.id, input.data.links)
  await checkProfileLinks.enqueue(db, { memberId: member.id })
}

const stillEmpty = ({ displayName, title, bio, githubUsername, skills }: SourceProfile, present: User) => ({
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
