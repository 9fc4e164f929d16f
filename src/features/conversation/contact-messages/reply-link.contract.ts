import type { ContactMessage } from './contact-messages.contract.ts'
import { t } from '#messages/messages.ts'

/** The maximum number of characters to quote: some mail programs reject URLs longer than 2,000 characters. */
const maxQuoted = 400

/** Returns a `mailto:` URL for replying to a message, with a subject and the quoted text. */
export function replyHref({ name, email, message }: ContactMessage, siteName: string): string {
  const shown = message.length > maxQuoted ? `${message.slice(0, maxQuoted).toWellFormed()}…` : message
  const quoted = shown.split('\n').map((line) => `> ${line}`)
  const body = ['', '', t('{name} wrote:', { name }), ...quoted].join('\r\n')
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  const subject = t('Re: Your message to {siteName}', { siteName })
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
