import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { on } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import { postChanged, postImported, postPublished, postRendered } from '#features/writing/posts/posts.events.ts'
import { renderPostsAgain } from '#features/writing/posts/posts.jobs.ts'
import '#providers/github/github.ts'
import { previewAddresses, mayHavePreviews } from './github-previews.contract.ts'
import { scanGithubLinks } from './github-previews.jobs.ts'
import {
  findPreviewIfDue,
  findLinkingText,
  findPause,
  lockPostPreviews,
  saveLinkedPreviews,
  updatePreview,
  type LinkingText,
  listDuePreviews,
  listUnknown,
  postponePreview,
  sweepPreviews,
} from './github-previews.store.ts'
import { readPreview } from './read-preview.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'siteUrl' | 'markdown' | 'github'>

const fetchPreview = job('github-cards.read', {
  summary: () => t('Fetch a GitHub preview'),
  payload: z.object({ id: z.int() }),
  key: ({ id }) => String(id),
  // Fetches run one at a time, so that an exhausted rate limit is noticed before the next call.
  queue: 'github-cards',
  callsOut: true,
})
const selectDue = job('github-cards.refresh', {
  summary: () => t('Find GitHub previews to refresh'),
  schedule: '*/10 * * * *',
  callsOut: true,
})
const sweep = job('github-cards.sweep', {
  summary: () => t('Delete GitHub previews that no post shows'),
  schedule: '27 4 * * *',
  callsOut: true,
})
const hourMs = 3_600_000
/** Maximum number of previews fetched for new URLs per member per hour. Further ones are fetched an hour later. */
const newPreviews = perMember('github cards', 30, 3600)
/** Maximum number of previews per run; there are six runs an hour. Without a token, GitHub allows 60 calls an hour, and
 *  a snippet takes up to four. */
const perRefresh = { withToken: 100, without: 3 }

/** Fetches the GitHub pages that posts link to, and re-renders the posts. */
export const githubPreviewWorkers = [
  perform(scanGithubLinks, (ctx, { postId }) => scanPost(ctx, postId)),
  perform(fetchPreview, (ctx, { id }) => refreshPreview(ctx, id)),
  perform(selectDue, refresh),
  perform(sweep, ({ db, clock }) => sweepPreviews(db, new Date(clock.now()))),
]

const enqueueScan = async ({ db }: Pick<Context, 'db'>, postId: number, ...texts: string[]) =>
  texts.some(mayHavePreviews) && scanGithubLinks.enqueue(db, { postId })

export const githubPreviewSubscriptions = [
  on(postPublished, (ctx, { post }) => enqueueScan(ctx, post.id, post.content)),
  on(postChanged, (ctx, { before, post }) => enqueueScan(ctx, post.id, before.content, post.content)),
  on(postImported, (ctx, { id, input }) => enqueueScan(ctx, id, input.content)),
  on(postRendered, (ctx, { id, content }) => enqueueScan(ctx, id, content)),
]

/** Saves the post's links, queues fetches of new previews, and re-renders the post if known previews change it. */
async function scanPost(parts: Parts, postId: number): Promise<void> {
  const text = await inTransaction(parts.db, (db) => saveLinks({ ...parts, db }, postId))
  if (!text) return
  const { html } = await parts.markdown.render(text.content, { isArticle: text.isArticle })
  if (html !== text.html) await renderPostsAgain.enqueue(parts.db, { postIds: [postId] })
}

async function saveLinks(parts: Parts, postId: number): Promise<LinkingText | null> {
  const { db, clock, siteUrl } = parts
  const now = new Date(clock.now())
  await lockPostPreviews(db, postId)
  const text = await findLinkingText(db, postId)
  if (!text) return null
  const { linksAloneIn } = await import('#kernel/markdown/markdown.ts') // loads several megabytes
  const addresses = previewAddresses(linksAloneIn(text.content, siteUrl))
  const later = await findOverLimit(parts, text.memberId, addresses)
  const links = addresses.map((address) => ({ address, dueAt: later.has(address) ? hourAfter(now) : now }))
  for (const { id } of await saveLinkedPreviews(db, postId, links, now)) await fetchPreview.enqueue(parts.db, { id })
  return text
}

const hourAfter = (now: Date): Date => new Date(now.getTime() + hourMs)

/** Returns the addresses that exceed the member's limit for new previews. */
async function findOverLimit({ db, clock }: Parts, memberId: number, addresses: string[]): Promise<Set<string>> {
  const later = new Set<string>()
  for (const address of await listUnknown(db, addresses)) {
    if ((await consume(db, newPreviews, String(memberId), clock.now())) !== null) later.add(address)
  }
  return later
}

async function refreshPreview({ db, clock, github }: Parts, id: number): Promise<void> {
  const now = new Date(clock.now())
  const preview = await findPreviewIfDue(db, id, now)
  if (!preview) return
  const pause = await findPause(db, now)
  if (pause) return void (await postponePreview(db, id, pause))
  const update = await readPreview(github, preview, clock.now())
  await inTransaction(db, async (db) => {
    const posts = await updatePreview(db, preview, update, now)
    if (posts.length > 0) await renderPostsAgain.enqueue(db, { postIds: posts })
  })
}

async function refresh({ db, clock, github }: Parts): Promise<void> {
  const now = new Date(clock.now())
  if (await findPause(db, now)) return
  const due = await listDuePreviews(db, now, github.hasToken ? perRefresh.withToken : perRefresh.without)
  for (const { id } of due) await fetchPreview.enqueue(db, { id })
}
