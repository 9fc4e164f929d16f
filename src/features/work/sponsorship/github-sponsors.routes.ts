import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { allowed } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { mayPublish } from '#schemas/roles.contract.ts'
import { readSigned } from '#providers/github/signed-deliveries.ts'
import { updateGithubSponsor, findOwner, findSponsored, recordSponsorDelivery } from './github-sponsors.store.ts'
import { notTheOwner, receiveGithubSponsorship, syncGithubSponsors } from './github-sponsors.contract.ts'
import { syncSponsors } from './sponsor-sync.ts'
import { readSponsorshipEvent, sponsorAfter, withoutPublishing } from './sponsorship-event.contract.ts'

const maxBytes = 256 * 1024

export const githubSponsorRoutes = [
  implement(receiveGithubSponsorship, async ({ request, ctx }) => {
    const { id, kind, body } = await readSigned(request, ctx.githubWebhookSecret, maxBytes)
    const event = kind === 'sponsorship' ? readSponsorshipEvent(body) : null
    const memberId = event && (await findSponsored(ctx.db, event.sponsorable))
    if (!event || memberId === null) return answered('ignored')
    const isNew = await inTransaction(ctx.db, async (db) => {
      if (!(await recordSponsorDelivery(db, id))) return false
      await updateGithubSponsor(db, memberId, event.sponsor.login, (known, member) => {
        const next = sponsorAfter(known, event)
        return mayPublish(member) ? next : withoutPublishing(known, next)
      })
      return true
    })
    await ctx.announce('members', 'removals')
    return answered(isNew ? 'taken' : 'known')
  }),
  implement(syncGithubSponsors, async ({ member, ctx }) => {
    const owner = await findOwner(ctx.db)
    allowed(owner?.id === member.id, notTheOwner())
    if (!ctx.github.hasToken)
      throw new AppError('not_ready', t('This site has no GitHub token: GITHUB_TOKEN is not set.'))
    const count = await syncSponsors(ctx, member.id)
    const message = t(
      '{count, plural, one {GitHub Sponsors has {count} active sponsor.} other {GitHub Sponsors has {count} active sponsors.}}',
      { count },
    )
    return { count, message }
  }),
]

const answered = (result: 'taken' | 'known' | 'ignored') => Response.json({ result }, { status: 202 })
