import { escapeHtml } from '#kernel/html.ts'
import type { Mail } from '#providers/mail/mail.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { hrefOf, sentenceOf } from './notification-words.contract.ts'
import type { Notification } from './notifications.contract.ts'

interface DigestOptions {
  to: string
  siteUrl: string
  siteName: string
  unsubscribeUrl: string
  /** Returns whether a section of the site is turned on. */
  isOn: (section: Section) => boolean
  entries: Notification[]
  /** The total number of unread notifications. */
  unread: number
}

/** Builds the digest of a member's unread notifications as plain text and simple HTML. */
export function digestMail({ to, siteUrl, siteName, unsubscribeUrl, isOn, entries, unread }: DigestOptions): Mail {
  const lines = entries.map((entry) => {
    const href = hrefOf(entry, isOn)
    return { sentence: oneLine(sentenceOf(entry)), url: href === null ? null : siteUrl + href }
  })
  const all = `${siteUrl}/notifications`
  const settings = `${siteUrl}/settings/notifications`
  const count = unread === 1 ? '1 unread notification' : `${unread} unread notifications`
  const text = [
    `You have ${count} on ${siteName}.`,
    ...lines.map(({ sentence, url }) => `- ${sentence}${url ? `\n  ${url}` : ''}`),
    `All notifications: ${all}`,
    `You’re receiving this email because you turned on daily digests.\nChange your settings: ${settings}\nUnsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n')
  const items = lines.map(({ sentence, url }) => `<li>${url ? linkTo(url, sentence) : escapeHtml(sentence)}</li>`)
  const html = [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(siteName)}</title>`,
    `<p>You have ${linkTo(all, count)} on ${escapeHtml(siteName)}.</p>`,
    `<ul>\n${items.join('\n')}\n</ul>`,
    `<p><small>You’re receiving this email because you turned on daily digests. ${linkTo(settings, 'Change your settings')} or ${linkTo(unsubscribeUrl, 'unsubscribe')}.</small></p>`,
  ].join('\n')
  return { to, subject: `${count} on ${oneLine(siteName)}`, text, html, unsubscribeUrl }
}

/** Joins the text into one line, so that members' names and titles cannot start new lines. */
const oneLine = (text: string): string => text.split(/\s/).filter(Boolean).join(' ')

const linkTo = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
