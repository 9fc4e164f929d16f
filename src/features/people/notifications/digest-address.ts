import type { Context } from '#kernel/http.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import type { NotificationSettings } from './notification-settings.contract.ts'
import { findChoices, findPerson } from './notification-settings.store.ts'

/** Returns the member's notification settings, and whether digests can be delivered to them. */
export async function settingsOf(
  { db, mailer, identity }: Pick<Context, 'db'> & { mailer: Mailer | null; identity: IdentityProvider },
  memberId: number,
): Promise<NotificationSettings> {
  const choices = await findChoices(db, memberId)
  if (!mailer) return { ...choices, address: null, noMail: 'no_mail_server' }
  const address = await digestAddress({ db, identity }, memberId)
  return { ...choices, address, noMail: address === null ? 'no_address' : null }
}

/** Returns the member's confirmed email address, or null if the site does not know one. */
export async function digestAddress(
  { db, identity }: Pick<Context, 'db'> & { identity: Pick<IdentityProvider, 'issuer' | 'confirmedAddress'> },
  memberId: number,
): Promise<string | null> {
  const person = await findPerson(db, memberId)
  return person?.issuer === identity.issuer ? identity.confirmedAddress(person.subject) : null
}
