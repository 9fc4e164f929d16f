import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { adminMessagesAddress } from './contact-addresses.contract.ts'
import type { ContactMessage } from './contact-messages.contract.ts'
import { claimEmail, findOwner, releaseEmail } from './contact-messages.store.ts'

export const emailMessage = job('contact-messages.email', {
  summary: () => t('Email a message to the site’s owner'),
  payload: z.object({ id: z.int() }),
  key: ({ id }) => String(id),
  maxAttempts: 5,
})

type Parts = Pick<Context, 'db' | 'mailer' | 'identity' | 'siteUrl' | 'site'>

/** Emails a message to the site's owner, if the site has a mail server and knows the owner's address. Claims it before
 *  sending: a crash in between may lose the email, but it is never sent twice. */
export async function sendMessageMail({ db, mailer, identity, siteUrl, site }: Parts, id: number): Promise<void> {
  const owner = mailer && (await findOwner(db))
  if (!mailer || owner?.issuer !== identity.issuer) return
  const to = await identity.confirmedAddress(owner.subject)
  const message = to !== null && (await claimEmail(db, id))
  if (!message) return
  try {
    const addressed = { to, siteUrl, siteName: site.name }
    await mailer.send(inMemberLanguage(owner.locale, () => contactMail(message, addressed)))
  } catch (reason) {
    await releaseEmail(db, id)
    throw reason
  }
}

interface Addressed {
  to: string
  siteUrl: string
  siteName: string
}

/** Builds the email. A reply to it goes to the sender. */
const contactMail = (
  { name, email, message }: Pick<ContactMessage, 'name' | 'email' | 'message'>,
  { to, siteUrl, siteName }: Addressed,
): Mail => ({
  to,
  replyTo: { name, address: email },
  subject: t('Message from {name} on {siteName}', { name, siteName }),
  text: [
    t('{name} ({email}) sent you a message with the contact form on {siteName}:', { name, email, siteName }),
    message,
    `-- \n${t('Reply to this email to write to {name}.', { name })}\n${t('All messages: {url}', { url: siteUrl + adminMessagesAddress.href() })}`,
  ].join('\n\n'),
})
