import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { asMember, type Call, type Context, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { isPublicHost } from '#kernel/public-address.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { canEditPost } from '#features/posts/posts.contract.ts'
import { enqueueMentions } from './mention-jobs.ts'
import { maxResendsPerHour, Resend, resendPath, type Resent, sentWebmentionsPath } from './sent-webmentions.contract.ts'
import { findAuthorOf, listSentWebmentions, listTargets, renewMentions } from './sent-webmentions.store.ts'

/** For the author of the post and administrators; for everybody else there is nothing here. */
export const sentWebmentionRoutes = [
  route(
    'GET',
    sentWebmentionsPath(':id'),
    asMember(async ({ params, query, member, ctx }) => {
      const postId = await ownPost(ctx, IdText.parse(params.id), member)
      const list = await listSentWebmentions(ctx.db, postId, PageQuery.parse(query))
      return { ...list, isSitePublic: isPublicHost(new URL(ctx.siteUrl).hostname) }
    }),
  ),
  route(
    'POST',
    resendPath(':id'),
    asMember(async ({ params, body, member, ctx, take }) => {
      const postId = await ownPost(ctx, IdText.parse(params.id), member)
      const { id } = Resend.parse(await body())
      const targets = await listTargets(ctx.db, postId, id ?? null)
      if (id !== undefined && targets.length === 0) throw new AppError('not_found', 'Webmention not found')
      return resend(ctx, postId, await withinLimits(take, targets))
    }),
    { limits: [perMember('webmentions sent again', 30, 600)] },
  ),
]

const perHost = { name: 'webmentions sent again to a host', max: maxResendsPerHour, perSeconds: 3600 }

interface Allowed {
  ids: number[]
  /** How many are not among them. */
  left: number
}

/** As many of them as their sites may be told of now. @throws AppError rate_limited when that is none */
async function withinLimits(take: Call<Member>['take'], targets: { id: number; target: string }[]): Promise<Allowed> {
  const ids: number[] = []
  const full = new Map<string, number>()
  for (const { id, target } of targets) {
    const { host } = new URL(target)
    const waitSeconds = full.get(host) ?? (await take(perHost, host))
    if (waitSeconds === null) ids.push(id)
    else full.set(host, waitSeconds)
  }
  if (ids.length === 0 && full.size > 0) throw tooManyAgain(Math.min(...full.values()))
  return { ids, left: targets.length - ids.length }
}

const tooManyAgain = (waitSeconds: number) =>
  new AppError(
    'rate_limited',
    `At most ${maxResendsPerHour} webmentions an hour are sent again to one site. Please try again in ${Math.ceil(waitSeconds / 60)} minutes.`,
    { retryAfterSeconds: waitSeconds },
  )

const resend = ({ db }: Context, postId: number, { ids, left }: Allowed): Promise<Resent> =>
  inTransaction(db, async (db) => {
    const due = await renewMentions(db, postId, ids)
    await enqueueMentions(db, due)
    return { resent: due.length, left }
  })

async function ownPost({ db }: Context, postId: number, member: Member): Promise<number> {
  const post = await findAuthorOf(db, postId)
  if (!post || !canEditPost(member, { user: { id: post.memberId } })) throw new AppError('not_found', 'Post not found')
  return postId
}
