import { found } from '#kernel/errors.ts'
import { allowed, asAdmin, asAnyone, created, route } from '#kernel/http.ts'
import { identityConfigPath, RecoveryLinkRequest, recoveryLinksPath } from './accounts.contract.ts'
import { findSubject } from './accounts.store.ts'
import { UnsentMailQuery, unsentMailsPath } from './unsent-mails.contract.ts'
import { listUnsentMails } from './unsent-mails.ts'

export const accountRoutes = [
  route(
    'GET',
    identityConfigPath,
    asAnyone(({ ctx, request }) => Promise.resolve(ctx.identity.browserConfig(new URL(request.url).origin))),
  ),
  // Without a mail server the administrators see who waits for a mail, and make the link for them.
  route(
    'GET',
    unsentMailsPath,
    asAdmin(({ ctx, query }) => listUnsentMails(ctx, UnsentMailQuery.parse(query))),
  ),
  route(
    'POST',
    recoveryLinksPath,
    asAdmin(async ({ ctx, body, member }) => {
      const { username } = RecoveryLinkRequest.parse(await body())
      const { subject, role } = found(await findSubject(ctx.db, username), 'Member')
      // Whoever took an administrator's session must not set that administrator's password by it.
      allowed(role !== 'admin', notForAdmins)
      const link = await ctx.identity.createRecoveryLink(subject)
      await ctx.outbox.closeResets(subject, member.id)
      return created({ link })
    }),
    { needsRecentProof: true },
  ),
]

const notForAdmins =
  'Administrators ask for a link by mail, or run npm run member -- reset-password where the site runs.'
