import { AppError } from '#kernel/errors.ts'
import { asMember, type Call, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { findCurrentAccount } from './github-accounts.store.ts'
import { syncGithub } from './github-sync.ts'
import { noAccountMessage, refreshPath, type SyncAnswer, syncPath } from './github.contract.ts'

/** Once a minute, over both. Source: decisions, GitHub calls. */
const options = { limits: [perMember('github-sync', 1, 60)] }

export const githubSyncRoutes = [
  route('POST', syncPath, asMember(sync), options),
  route('POST', refreshPath, asMember(sync), options),
]

async function sync({ ctx, member }: Call<Member>): Promise<SyncAnswer> {
  const account = await findCurrentAccount(ctx.db, member.id)
  if (!account) throw new AppError('conflict', noAccountMessage)
  const outcome = await syncGithub(ctx, account)
  if (outcome.ok) return { count: outcome.count, message: messageOf(outcome.count) }
  const waitMs = outcome.retryAt ? outcome.retryAt.getTime() - ctx.clock.now() : null
  throw new AppError('provider_failed', outcome.message, {
    ...(waitMs !== null && { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }),
  })
}

const messageOf = (count: number) =>
  count === 0
    ? 'Nothing has been done there since it was last read.'
    : `Successfully synced ${count} GitHub ${count === 1 ? 'activity' : 'activities'}!`
