import type { ownerResumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { ownerResumeSlug, resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { resumeQuery } from '#features/people/resumes/resumes.hooks.ts'
import { findResume } from '#features/people/resumes/resumes.store.ts'
import { findOwner, memberCount } from '#features/people/profiles/profiles.store.ts'
import { preload } from '#web/preload.ts'
import type { Load, LoadContext } from '../page.ts'
import { loadSitePage } from '../site-page/site-page.load.ts'

/** Loads a published CV, and redirects to the username's canonical spelling. */
export const loadCv: Load<typeof resumeAddress> = async (ctx, { params: { username } }) => {
  const resume = await findPublished(ctx, username)
  if (!resume) return { status: 404, entries: [preload(resumeQuery(username), null)] }
  const current = resume.user.username
  if (current !== username) return { redirectTo: resumeAddress.href({ username: current }), entries: [] }
  return { entries: [preload(resumeQuery(username), resume)] }
}

/** Redirects to the owner's published CV if the site is about its owner: if they are its only member, or if their
 *  portfolio is the home page. Temporary: the owner may unpublish it. */
export const loadOwnerCv: Load<typeof ownerResumeAddress> = async (ctx) => {
  const username = await personalUsername(ctx)
  if (username === null || !(await findPublished(ctx, username)))
    return loadSitePage(ctx, { params: { slug: ownerResumeSlug }, query: {} })
  return { redirectTo: resumeAddress.href({ username }), redirectStatus: 302, entries: [] }
}

const findPublished = ({ db, siteSettings }: LoadContext, username: string) =>
  findResume(db, username, { viewerId: null, hasProjects: siteSettings.isOn('projects') })

async function personalUsername({ db, siteSettings }: LoadContext): Promise<string | null> {
  const isPersonal = siteSettings.now.settings.home.kind === 'portfolio' || (await memberCount(db)) === 1
  return isPersonal ? ((await findOwner(db))?.username ?? null) : null
}
