import type { Context } from '#kernel/http.ts'
import type { Worker } from '#kernel/job.ts'
import type { Admission } from '#providers/identity/admission.ts'
import { embeddedIdentity } from '#providers/identity/embedded.ts'
import { hostedIdentity } from '#providers/identity/hosted.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import { type Outbox, outboxMailer } from '#providers/mail/outbox.ts'
import { findAccountLanguage } from '#features/discovery/languages/member-languages.store.ts'
import { checkSignUp, memberNames } from '#features/people/profiles/members.store.ts'
import { findAccountRole } from '#features/people/profiles/roles.store.ts'
import { suspensionWords } from '#features/people/profiles/standing.store.ts'
import { needsTwoFactor } from '#schemas/two-factor.contract.ts'
import type { Config } from './config.ts'

export interface IdentityParts {
  identity: IdentityProvider
  outbox: Outbox
  workers: Worker[]
}

/** Creates the hosted identity provider if one is configured, otherwise the embedded provider, which sends email over
 *  SMTP or stores it in the outbox. */
export async function createIdentity(
  config: Config,
  services: Pick<Context, 'siteSettings' | 'db' | 'clock' | 'log' | 'mailer' | 'sealing'> & {
    admission: Admission | null
  },
): Promise<IdentityParts> {
  const { siteUrl, supabase } = config
  const outbox = outboxMailer(services)
  const banMessage = (issuer: string, subject: string) => suspensionWords(services.db, issuer, subject)
  if (supabase) {
    const identity = hostedIdentity({ ...supabase, ...services, siteUrl, banMessage })
    return { identity, outbox, workers: [...identity.workers, ...outbox.workers] }
  }
  const identity = embeddedIdentity({
    ...services,
    siteUrl,
    isSiteUrlSet: config.isSiteUrlSet,
    siteName: () => services.siteSettings.name,
    admission: services.admission,
    ownerUsername: config.ownerUsername,
    minPassword: config.minPasswordLength,
    mailer: services.mailer ?? outbox,
    autoconfirm: services.mailer === null,
    rateLimits: config.rateLimits,
    external: config.externalLogin,
    beforeSignUp: checkSignUp,
    banMessage,
    memberNames: (issuer, subject) => memberNames(services.db, issuer, subject),
    memberLanguage: (issuer, subject) => findAccountLanguage(services.db, issuer, subject),
    needsSecondFactor: async (db, issuer, subject) => {
      const role = await findAccountRole(db, issuer, subject)
      return role !== null && needsTwoFactor(services.siteSettings.now.settings.requireTwoFactor, role)
    },
  })
  return { identity, outbox, workers: [...identity.workers, ...outbox.workers] }
}
