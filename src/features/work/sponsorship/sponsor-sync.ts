import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import type { GithubSponsorship } from '#providers/github/github.ts'
import { findOwner, saveGithubSponsors, sweepSponsorDeliveries } from './github-sponsors.store.ts'
import { nameOf, webAddressOf } from './sponsor-input.contract.ts'
import { type GithubSponsor, monthlyOf } from './sponsorship-event.contract.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'github' | 'site' | 'announce'>

const syncOwner = job('sponsors.sync', {
  summary: () => t('Sync GitHub sponsors'),
  schedule: '23 4 * * *',
  callsOut: true,
})
const sweep = job('sponsors.forget-deliveries', {
  summary: () => t('Delete old sponsorship webhook deliveries'),
  schedule: '33 4 * * *',
  callsOut: true,
})
/** The maximum number of sponsors that the provider fetches. A list of this length may be incomplete. */
const maxRead = 10_000

/** Syncs the site owner's sponsors once a day, with the owner's token. */
export const sponsorWorkers = [
  perform(syncOwner, async (ctx) => {
    const owner = ctx.github.hasToken ? await findOwner(ctx.db) : null
    if (owner?.githubUsername) await syncSponsors(ctx, owner.id)
  }),
  perform(sweep, ({ db, clock }) => sweepSponsorDeliveries(db, clock.now())),
]

/** Replaces the member's GitHub sponsors with GitHub's list. @returns the number of sponsors @throws AppError
 *  provider_failed */
export async function syncSponsors({ db, clock, github, announce }: Parts, memberId: number): Promise<number> {
  const at = new Date(clock.now())
  const answer = await github.sponsorships()
  if (!answer.ok) {
    throw new AppError('provider_failed', answer.message, {
      ...(answer.retryAt && {
        retryAfterSeconds: Math.max(1, Math.ceil((answer.retryAt.getTime() - at.getTime()) / 1000)),
      }),
    })
  }
  const sponsorships = answer.value ?? []
  const sponsors = [...new Map(sponsorships.map(sponsorOf).map((one) => [one.login.toLowerCase(), one])).values()]
  await saveGithubSponsors(db, memberId, sponsors, at, sponsorships.length < maxRead)
  await announce('members', 'removals') // ended sponsorships, and sponsors who are now private
  return sponsors.length
}

/** Sponsors without a login are identified by their id and not named. */
const sponsorOf = (one: GithubSponsorship): GithubSponsor => ({
  login: nameOf(one.login ?? one.sponsorId),
  picture: webAddressOf(one.avatarUrl ?? ''),
  profileUrl: one.login === null ? null : webAddressOf(`https://github.com/${one.login}`),
  monthlyCents: monthlyOf(one.monthlyCents, one.isOneTime),
  isPrivate: one.isPrivate || one.login === null,
  isActive: true,
  beganAt: one.since,
})
