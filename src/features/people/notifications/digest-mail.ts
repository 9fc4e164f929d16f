import { escapeHtml } from '#kernel/html.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { hrefOf, sentenceOf } from './notification-words.contract.ts'
import type { Notification } from './notifications.contract.ts'

interface DigestOptions {
  to: string
  siteUrl: string
  siteName: string
  unsubscribeUrl: string
  entries: Notification[]
  /** Of all unread ones. */
  unread: number
}

/** What a member has not read, as a mail in plain text and in simple HTML. */
export function digestMail({ to, siteUrl, siteName, unsubscribeUrl, entries, unread }: DigestOptions): Mail {
  const lines = entries.map((entry) => {
    const href = hrefOf(entry)
    return { sentence: oneLine(sentenceOf(entry)), url: href === null ? null : siteUrl + href }
  })
  const all = `${siteUrl}/notifications`
  const settings = `${siteUrl}/settings/notifications`
  const count = unread === 1 ? '1 unread notification' : `${unread} unread notifications`
  const text = [
    `You have ${count} at ${siteName}.`,
    ...lines.map(({ sentence, url }) => `- ${sentence}${url ? `\n  ${url}` : ''}`),
    `All of them: ${all}`,
    `You asked for this once a day. Change that: ${settings}\nNo more of these: ${unsubscribeUrl}`,
  ].join('\n\n')
  const items = lines.map(({ sentence, url }) => `<li>${url ? linkTo(url, sentence) : escapeHtml(sentence)}</li>`)
  const html = [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(siteName)}</title>`,
    `<p>You have ${linkTo(all, count)} at ${escapeHtml(siteName)}.</p>`,
    `<ul>\n${items.join('\n')}\n</ul>`,
    `<p><small>You asked for this once a day. ${linkTo(settings, 'Change that')} or ${linkTo(unsubscribeUrl, 'get no more of these')}.</small></p>`,
  ].join('\n')
  return { to, subject: `${count} at ${oneLine(siteName)}`, text, html, unsubscribeUrl }
}

/** Names and titles are members' own words: none may begin a line of its own. */
const oneLine = (words: string): string => words.split(/\s/).filter(Boolean).join(' ')

const linkTo = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
