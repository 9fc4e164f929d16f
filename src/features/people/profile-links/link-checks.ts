import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { checkProfileLinks } from './profile-links.jobs.ts'
import { findPages, forgetOtherChecks, saveCheck, listDue, type CheckResult } from './profile-links.store.ts'

type Parts = Pick<JobContext, 'db' | 'clock' | 'siteUrl' | 'announce' | 'fetch'>

const selectDue = job('profile-links.sweep', {
  summary: () => t('Find profiles with links to verify'),
  key: () => '',
  schedule: '27 * * * *',
})
const dayMs = 24 * 60 * 60 * 1000
const recheckMs = 7 * dayMs
/** The delay before retrying a failed host. */
const retryMs = dayMs
/** How long a verified mark is kept while the host is failing. */
const trustMs = 30 * dayMs
const membersPerSweep = 500

/** Queues the links that are due. After the site's URL or a username has changed, all affected links are due. */
export const enqueueLinkSweep = ({ db }: Pick<Context, 'db'>) => selectDue.enqueue(db, {})

/** Checks whether the pages that members link to link back to their profiles. */
export const linkCheckWorkers = [
  perform(checkProfileLinks, (ctx, { memberId }) => checkLinks(ctx, memberId)),
  perform(selectDue, async ({ db, clock, siteUrl }) => {
    const due = await listDue(
      db,
      new Date(clock.now()),
      siteUrl + profileAddress.href({ username: '' }),
      membersPerSweep,
    )
    for (const memberId of due) await checkProfileLinks.enqueue(db, { memberId })
  }),
]

async function checkLinks({ db, clock, siteUrl, fetch, announce }: Parts, memberId: number): Promise<void> {
  const pages = await findPages(db, memberId)
  if (!pages) return
  const urlOf = (username: string) => siteUrl + profileAddress.href({ username })
  const profileUrl = urlOf(pages.username)
  const profileUrls = [profileUrl, ...pages.formerUsernames.map(urlOf)]
  const nowMs = clock.now()
  const results = await Promise.all(
    pages.urls.map(async (url) => ({ url, result: await resultOf(fetch, url, profileUrls) })),
  )
  for (const { url, result } of results) {
    const dueAt = new Date(nowMs + (result === 'failing' ? retryMs : recheckMs))
    const times = { now: new Date(nowMs), dueAt, trustedSince: new Date(nowMs - trustMs) }
    await saveCheck(db, { memberId, url, profileUrl, result, ...times })
  }
  await forgetOtherChecks(db, memberId, pages.urls)
  await announce('members')
}

const html = /^(text\/html|application\/xhtml\+xml)\b/i

async function resultOf(fetch: SafeFetch, url: string, profileUrls: string[]): Promise<CheckResult> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, types: html, longer: 'cut' })
  if (!answer.ok) return ['address', 'type'].includes(answer.reason) ? 'no link' : 'failing'
  if (answer.status === 404 || answer.status === 410) return 'no link'
  if (answer.status >= 300) return 'failing'
  // A redirect to another site does not count: an open redirect would verify the host that offers it.
  if (siteOf(answer.url) !== siteOf(url)) return 'no link'
  const page = { html: answer.body.toString(), url: answer.url, linkHeader: answer.headers.get('link') }
  const { linksTo } = await import('./rel-me.ts')
  return profileUrls.some((profileUrl) => linksTo(page, profileUrl)) ? 'links back' : 'no link'
}

const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')
