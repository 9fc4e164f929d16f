import { shownText, t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { findCurrentAccount } from './github-accounts.store.ts'
import { syncGithub } from './github-sync.ts'
import { noAccountMessage, refreshGithubActivities, type SyncAnswer, syncGithubAccount } from './github.contract.ts'

export const githubSyncRoutes = [
  implement(syncGithubAccount, ({ ctx, member }) => sync(ctx, member)),
  implement(refreshGithubActivities, ({ ctx, member }) => sync(ctx, member)),
]

async function sync(ctx: Context, member: Member): Promise<SyncAnswer> {
  const account = await findCurrentAccount(ctx.db, member.id)
  if (!account) throw new AppError('conflict', noAccountMessage())
  const outcome = await syncGithub(ctx, account)
  if (outcome.ok) return { count: outcome.count, message: messageOf(outcome.count) }
  const waitMs = outcome.retryAt ? outcome.retryAt.getTime() - ctx.clock.now() : null
  throw new AppError('provider_failed', shownText(outcome.message), {
    ...(waitMs !== null && { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }),
  })
}

const messageOf = (count: number) =>
  count === 0
    ? t('No new activity since the last sync.')
    : t(
        '{count, plural, one {Successfully synced {count} GitHub activity!} other {Successfully synced {count} GitHub activities!}}',
        { count },
      )
