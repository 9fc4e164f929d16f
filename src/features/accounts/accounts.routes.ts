import { found } from '#kernel/errors.ts'
import { asAdmin, asAnyone, created, route } from '#kernel/http.ts'
import { identityConfigPath, mailsPath, RecoveryLinkRequest, recoveryLinksPath } from './accounts.contract.ts'
import { findSubject } from './accounts.store.ts'

export const accountRoutes = [
  route(
    'GET',
    identityConfigPath,
    asAnyone(({ ctx }) => Promise.resolve(ctx.identity.browserConfig())),
  ),
  // Without a mail server the administrators see who waits for a mail, and make the link for them.
  route(
    'GET',
    mailsPath,
    asAdmin(async ({ ctx }) => ({ mails: await ctx.outbox.list() })),
  ),
  route(
    'POST',
    recoveryLinksPath,
    asAdmin(async ({ ctx, body }) => {
      const { username } = RecoveryLinkRequest.parse(await body())
      const { subject } = found(await findSubject(ctx.db, username), 'Member')
      return created({ link: await ctx.identity.createRecoveryLink(subject) })
    }),
  ),
]
