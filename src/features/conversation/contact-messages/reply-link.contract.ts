import type { ContactMessage } from './contact-messages.contract.ts'

/** The maximum number of characters to quote: some mail programs reject URLs longer than 2,000 characters. */
const maxQuoted = 400

/** Returns a `mailto:` URL for replying to a message, with a subject and the quoted text. */
export function replyHref({ name, email, message }: ContactMessage, siteName: string): string {
  const shown = message.length > maxQuoted ? `${message.slice(0, maxQuoted).toWellFormed()}…` : message
  const quoted = shown.split('\n').map((line) => `> ${line}`)
  const body = ['', '', `${name} wrote:`, ...quoted].join('\r\n')
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(`Re: Your message to ${siteName}`)}&body=${encodeURIComponent(body)}`
}
