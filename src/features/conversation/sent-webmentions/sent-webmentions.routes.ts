import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Call, Context, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isPublicHost } from '#kernel/public-address.ts'
import { isAuthorOrAdmin } from '#features/writing/posts/posts.contract.ts'
import { enqueueMentions } from './sending-jobs.ts'
import { getSentWebmentions, maxResendsPerHour, type Resent, resendWebmentions } from './sent-webmentions.contract.ts'
import { findAuthorOf, listSentWebmentions, listTargets, requeueMentions } from './sent-webmentions.store.ts'

export const sentWebmentionRoutes = [
  implement(getSentWebmentions, async ({ params, query, member, ctx }) => {
    const postId = await ownPost(ctx, params.id, member)
    const list = await listSentWebmentions(ctx.db, postId, query)
    return { ...list, isSitePublic: isPublicHost(new URL(ctx.siteUrl).hostname) }
  }),
  implement(resendWebmentions, async ({ params, body: { id }, member, ctx, consume }) => {
    const postId = await ownPost(ctx, params.id, member)
    const targets = await listTargets(ctx.db, postId, id ?? null)
    if (id !== undefined && targets.length === 0) throw new AppError('not_found', t('Webmention not found'))
    return resend(ctx, postId, await withinLimits(consume, targets))
  }),
]

const perHost = { name: 'webmentions resent to a host', max: maxResendsPerHour, perSeconds: 3600 }

interface Allowed {
  ids: number[]
  /** The number of webmentions over the limit. */
  left: number
}

/** Returns the webmentions that the per-site limits currently allow. @throws AppError rate_limited if there are none */
async function withinLimits(
  consume: Call<Member>['consume'],
  targets: { id: number; target: string }[],
): Promise<Allowed> {
  const ids: number[] = []
  const full = new Map<string, number>()
  for (const { id, target } of targets) {
    const { host } = new URL(target)
    const waitSeconds = full.get(host) ?? (await consume(perHost, host))
    if (waitSeconds === null) ids.push(id)
    else full.set(host, waitSeconds)
  }
  if (ids.length === 0 && full.size > 0) throw tooManyAgain(Math.min(...full.values()))
  return { ids, left: targets.length - ids.length }
}

const tooManyAgain = (waitSeconds: number) =>
  new AppError(
    'rate_limited',
    t(
      'You can resend at most {maxResendsPerHour} webmentions per hour to the same site. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { maxResendsPerHour, minutes: Math.ceil(waitSeconds / 60) },
    ),
    { retryAfterSeconds: waitSeconds },
  )

const resend = ({ db }: Context, postId: number, { ids, left }: Allowed): Promise<Resent> =>
  inTransaction(db, async (db) => {
    const due = await requeueMentions(db, postId, ids)
    await enqueueMentions(db, due)
    return { resent: due.length, left }
  })

async function ownPost({ db }: Context, postId: number, member: Member): Promise<number> {
  const post = await findAuthorOf(db, postId)
  if (!post || !isAuthorOrAdmin(member, { user: { id: post.memberId } }))
    throw new AppError('not_found', t('Post not found'))
  return postId
}
