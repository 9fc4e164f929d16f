import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { on } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { afterCaches, job, type JobContext, perform } from '#kernel/job.ts'
import { withoutLinkPreviews } from '#kernel/markdown/without-link-previews.ts'
import { isPublicHost } from '#kernel/public-address.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import { recordTexts } from '#kernel/trace.ts'
import { commentHidden, commentPublished } from '#features/conversation/comments/comments.events.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { postChanged, postDeleted, postPublished } from '#features/writing/posts/posts.events.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import { mentionPublished } from '#features/conversation/webmentions/webmentions.events.ts'
import type { Outcome } from './send-webmention.ts'
import { type LinkingText, scanLinks, sendAgain } from './sent-webmentions.jobs.ts'
import {
  removeLinksOfPost,
  type DueMention,
  findDueMention,
  findPublishedText,
  hasLinkedPages,
  lockLinksOf,
  saveLinks,
  saveAttempt,
  listLinkingTextsOf,
  requeueAcknowledgedMentions,
  sweepSentWebmentions,
} from './sent-webmentions.store.ts'

type Parts = Pick<JobContext, 'db' | 'clock' | 'siteUrl' | 'fetch'>

const sendMention = job('sent-webmentions.send', {
  summary: () => t('Send a webmention'),
  payload: z.object({ id: z.int(), target: z.string(), round: z.int() }),
  key: ({ id }) => String(id),
  queue: ({ target }) => queueOf(target),
  callsOut: true,
})
const sweep = job('sent-webmentions.sweep', {
  summary: () => t('Delete old sent webmentions'),
  schedule: '57 3 * * *',
  callsOut: true,
})

/** Maximum number of links per post and per comment. Comments have a lower limit because anyone can write them. */
const maxTargets = { post: 100, comment: 20 }
const firstDelayMs = 60_000
const maxTries = 7
/** Prevents two sites from notifying each other about replies forever. */
const answeredLimit = { name: 'webmentions resent after replies', max: 1, perSeconds: 3600 }

export const sentWebmentionWorkers = [
  perform(scanLinks, scan),
  perform(sendAgain, ({ db, clock }, { postId }) => resendAfterReply({ db, clock }, postId)),
  perform(sendMention, send),
  perform(sweep, ({ db, clock }) => sweepSentWebmentions(db, clock.now())),
]

const queueScan = ({ db }: Context, text: LinkingText) => scanLinks.enqueue(db, text, afterCaches)
const scanPost = (ctx: Context, { id }: Post) => queueScan(ctx, { postId: id, commentId: null })
const hasLinks = ({ contentHtml }: Post): boolean => /href="https?:/i.test(contentHtml)
const queueResend = async ({ db }: Context, postId: number) =>
  (await hasLinkedPages(db, postId)) && sendAgain.enqueue(db, { postId }, afterCaches)

export const sentWebmentionSubscriptions = [
  on(postPublished, async (ctx, { post }) => hasLinks(post) && scanPost(ctx, post)),
  on(postChanged, async (ctx, { before, post }) => (hasLinks(before) || hasLinks(post)) && scanPost(ctx, post)),
  on(postDeleted, (ctx, { post }) => scanPost(ctx, post)),
  on(commentPublished, async (ctx, { postId, commentId, isNew, mayHaveLinks }) => {
    if (mayHaveLinks) await queueScan(ctx, { postId, commentId })
    if (isNew) await queueResend(ctx, postId)
  }),
  on(commentHidden, (ctx, { postId, commentId }) => queueScan(ctx, { postId, commentId })),
  on(mentionPublished, (ctx, { postId }) => queueResend(ctx, postId)),
  on(memberSuspended, (ctx, { memberId }) => scanLinksOfMember(ctx, memberId)),
  on(memberReinstated, (ctx, { memberId }) => scanLinksOfMember(ctx, memberId)),
]

/** Queues the mentions, one at a time per host, so that a slow host does not delay others. */
export async function enqueueMentions(db: Db, mentions: DueMention[], runAt?: Date): Promise<void> {
  for (const due of mentions) await sendMention.enqueue(db, due, runAt && { runAt })
}

/** Queues scans of the member's posts and comments, which are about to appear or disappear. */
export async function scanLinksOfMember({ db }: Pick<Context, 'db'>, memberId: number): Promise<void> {
  for (const text of await listLinkingTextsOf(db, memberId)) await scanLinks.enqueue(db, text, afterCaches)
}

/** Returns one of 4096 queue names. The number is bounded because the database keeps queues forever. */
const queueOf = (target: string): string =>
  `webmentions-${createHash('sha256').update(new URL(target).host).digest('hex').slice(0, 3)}`

async function scan({ db, siteUrl }: Parts, text: LinkingText): Promise<void> {
  const { outgoingLinks } = await import('./outgoing-links.ts')
  return inTransaction(db, async (db) => {
    await lockLinksOf(db, text.postId)
    const published = await findPublishedText(db, text)
    if (!published && text.commentId === null) return enqueueMentions(db, await removeLinksOfPost(db, text.postId))
    const { html, source } = published ?? { html: '', source: '' }
    const max = text.commentId === null ? maxTargets.post : maxTargets.comment
    await enqueueMentions(db, await saveLinks(db, text, source, outgoingLinks(withoutLinkPreviews(html), siteUrl, max)))
  })
}

/** Resends the post's webmentions after replies; combines several replies if the limit is reached. */
const resendAfterReply = ({ db, clock }: Pick<Parts, 'db' | 'clock'>, postId: number): Promise<void> =>
  inTransaction(db, async (db) => {
    await lockLinksOf(db, postId)
    const waitSeconds = await consume(db, answeredLimit, String(postId), clock.now())
    if (waitSeconds === null) await enqueueMentions(db, await requeueAcknowledgedMentions(db, postId))
    else await sendAgain.enqueue(db, { postId }, { runAt: new Date(clock.now() + waitSeconds * 1000) })
  })

async function send({ db, clock, siteUrl, fetch }: Parts, due: DueMention): Promise<void> {
  const mention = await findDueMention(db, due.id, due.round)
  if (!mention) return
  const { sendWebmention } = await import('./send-webmention.ts')
  const outcome = await recordTexts(async () =>
    isUnreachable(siteUrl, mention.target)
      ? unreachable()
      : sendWebmention(fetch, siteUrl + mention.source, mention.target),
  )
  const triedAt = new Date(clock.now())
  const willRetry = outcome.state === 'later' && mention.tries + 1 < maxTries
  const nextTryAt = willRetry ? nextTry(outcome, mention.tries, clock.now()) : null
  await inTransaction(db, async (db) => {
    const { endpoint, answer } = outcome
    const state = outcome.state !== 'later' ? outcome.state : willRetry ? 'waiting' : 'failed'
    const isSaved = await saveAttempt(db, { ...due, state, endpoint, answer, triedAt, nextTryAt })
    if (isSaved && nextTryAt) await enqueueMentions(db, [due], nextTryAt)
  })
}

/** Returns whether the target is on the public web but this site is not, so that the target could not verify the
 *  link. */
const isUnreachable = (siteUrl: string, target: string): boolean =>
  !isPublicHost(new URL(siteUrl).hostname) && isPublicHost(new URL(target).hostname)
const unreachable = (): Outcome => ({
  state: 'failed',
  endpoint: null,
  answer: t('Not sent: this site has no public URL yet.'),
})

/** Backs off exponentially with jitter, from about 1 minute to 16 hours, and respects `Retry-After`. */
function nextTry({ retryAt }: Outcome, tries: number, nowMs: number): Date {
  const delayMs = firstDelayMs * 4 ** tries * (0.75 + Math.random() / 2)
  return new Date(Math.max(nowMs + delayMs, retryAt?.getTime() ?? 0))
}
