import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddressCheck, startAddressCheck } from '#features/admin/address-checks/address-checks.contract.ts'
import { createRedirect } from '#features/admin/redirects/redirects.contract.ts'
import { getSettings, saveSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { getSentWebmentions, isUnderWay } from '#features/conversation/sent-webmentions/sent-webmentions.contract.ts'
import { postChatMessage } from '#features/live/chat/chat.contract.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { listLivestreamRecordings } from '#features/live/livestreams/recordings.contract.ts'
import { getDrafts } from '#features/writing/drafts/drafts.contract.ts'
import { getPost, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import {
  commentOnDraft,
  resolveDraftComment,
  shareDraft,
} from '#features/writing/shared-drafts/shared-drafts.contract.ts'
import { markdownSample } from '#tests/support/markdown-sample.ts'
import { broadcastTestPicture } from '../ffmpeg.ts'
import type { OpenSite } from './sites.ts'

// What the demo does not contain. Each function creates its content on the demo's site when it is first called, and
// returns the parameters in the path of the screen.

type Params = Record<string, string | number>

const jobLimitMs = 120_000

const onFirstCall = <T>(create: (site: OpenSite) => Promise<T>) => {
  let created: Promise<T> | undefined
  return (site: OpenSite): Promise<T> => (created ??= create(site))
}

/** A post with lists, a table, code, footnotes, and a link to another site, for which a webmention is queued. */
export const markdownPost = onFirstCall(async (site): Promise<Params> => {
  const { id } = await site.call('member', publishPost, {}, { content: markdownSample, categoryId: 1 })
  await untilFound(async () => {
    const { mentions } = await site.call('member', getSentWebmentions, { id })
    return mentions.find((mention) => !isUnderWay(mention))
  })
  return { id }
})

/** An article by `member`. */
const editedId = 22

/** An article with two versions. */
export const editedArticle = onFirstCall(async (site): Promise<Params> => {
  const params = { id: editedId }
  const { content, updatedAt } = await site.call('member', getPost, params)
  const [first, ...rest] = content.split('\n\n')
  const change = {
    content: [
      first,
      ...rest.slice(1),
      '**Update:** The fix has been in production for a month. The heap is flat.',
    ].join('\n\n'),
  }
  await site.call('member', updatePost, params, { ...change, updatedAt })
  return { ...params, number: 2 }
})

/** A shared draft by `owner` that readers have commented on. */
export const discussedDraft = onFirstCall(async (site): Promise<Params> => {
  const { token, key } = await share(site, 'What a slow query log taught us')
  const comment = (as: 'visitor' | 'member' | 'owner', content: string, authorName?: string) =>
    site.call(as, commentOnDraft, { token }, { content, authorName })
  const { id } = await comment(
    'visitor',
    'The second heading promises more than the section has. A number would help.',
    'Tomás',
  )
  await comment('member', 'We do this on Fridays, with *one* query instead of ten. How long does your meeting take?')
  await comment('owner', 'Half an hour. I’ll add that.')
  await site.call('owner', resolveDraftComment, { id }, { isResolved: true })
  return { token, key }
})

/** A shared draft without comments. */
export const sharedDraft = onFirstCall(async (site): Promise<Params> => ({
  token: (await share(site, 'Keep it one process')).token,
}))

async function share(site: OpenSite, title: string) {
  const { drafts } = await site.call('owner', getDrafts, {})
  const draft = drafts.find((one) => one.title.startsWith(title))
  if (!draft) throw new Error(`The demo has no draft “${title}”`)
  const { key } = draft
  return { ...(await site.call('owner', shareDraft, { key }, { expiresInDays: null })), key }
}

const broadcastSeconds = 12

/** A recording with a chat. */
export const recording = onFirstCall(async (site): Promise<Params> => {
  const input = { title: 'Fixing a leak, live', description: 'Three heap snapshots, and what to compare in them.' }
  const { id, ingestUrl, streamKey } = await site.call('member', createLivestream, {}, input)
  const encoder = broadcastTestPicture(`${ingestUrl}/${streamKey}`, broadcastSeconds)
  const ended = once(encoder, 'exit')
  await sleep((1000 * broadcastSeconds) / 4)
  await site.call('owner', postChatMessage, { id }, { message: 'Which version of Node.js is this?' })
  await site.call('member', postChatMessage, { id }, { message: 'The current LTS. It happens in both.' })
  const [code]: unknown[] = await ended
  if (code !== 0) throw new Error(`ffmpeg failed with exit code ${String(code)}`)
  const found = await untilFound(async () => (await site.call('visitor', listLivestreamRecordings, { id }))[0])
  return { id, recordingId: found.id }
})

/** The contact form, which is off by default. */
export const contactForm = onFirstCall(async (site): Promise<Params> => {
  const { version, settings } = await site.call('owner', getSettings, {})
  await site.call('owner', saveSettings, {}, { version, settings: { ...settings, contactForm: true } })
  return {}
})

const oldAddress = '/2019/06/what-a-slow-query-log-taught-us-about-our-busiest-page.html'

/** Redirects with short and with long addresses. */
export const redirects = onFirstCall(async (site): Promise<Params> => {
  await site.call('owner', createRedirect, {}, { from: '/archive', to: '/blog' })
  await site.call('owner', createRedirect, {}, { from: oldAddress, to: 'https://old.example/weblog' + oldAddress })
  return {}
})

/** The results of a check of old addresses, some of which fail. */
export const addressCheck = onFirstCall(async (site): Promise<Params> => {
  const source = ['/blog', '/2019', `/weblog${oldAddress}`].map((path) => `https://old.example${path}`).join('\n')
  await site.call('owner', startAddressCheck, {}, { source })
  await untilFound(async () => {
    const { check } = await site.call('owner', getAddressCheck, {})
    return check?.state === 'done' ? check : undefined
  })
  return {}
})

/** Waits for the result of a job. */
async function untilFound<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  const giveUpAtMs = performance.now() + jobLimitMs
  while (performance.now() < giveUpAtMs) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(500)
  }
  throw new Error(`A job has no result after ${jobLimitMs / 1000} s`)
}
