import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { createRecoveryLink, getIdentityConfig, getMembership } from './accounts.contract.ts'
import { findSubject } from './accounts.store.ts'
import { getUnsentMails } from './unsent-mails.contract.ts'
import { listUnsentMails } from './unsent-mails.ts'

export const accountRoutes = [
  implement(getIdentityConfig, async ({ ctx, request }) => ctx.identity.browserConfig(new URL(request.url).origin)),
  implement(getMembership, async ({ ctx, request, member }) =>
    member ? { isMember: true, isWaiting: false } : { isMember: false, isWaiting: await isWaiting(ctx, request) },
  ),
  // Without a mail server, administrators see who is waiting for an email and can create the link for them.
  implement(getUnsentMails, ({ ctx, query }) => listUnsentMails(ctx, query)),
  implement(createRecoveryLink, async ({ ctx, body, member }) => {
    const { id: subjectId, subject, role } = found(await findSubject(ctx.db, body.username), 'Member')
    // Someone with a stolen administrator session must not be able to set that administrator's password.
    allowed(
      role !== 'admin',
      t('Administrators must request a link by email, or run npm run devstead -- member reset-password on the server.'),
    )
    const link = await ctx.identity.createRecoveryLink(subject)
    await ctx.outbox.closeResets(subject, member.id)
    await audit(ctx.db, { action: 'password.link_created', actor: member.id, subjectId })
    return created({ link })
  }),
]

/** Tells people who are waiting for approval from visitors: public reads treat both alike. @throws AppError not_ready if
 *  the identity provider cannot tell who is calling */
async function isWaiting({ memberOf }: Context, { headers }: Request): Promise<boolean> {
  try {
    await memberOf(headers.get('authorization') ?? undefined)
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
    if (reason.code === 'provider_failed') throw new AppError('not_ready', reason.message, { cause: reason })
    return reason.code === 'awaiting_approval'
  }
  return false
}
