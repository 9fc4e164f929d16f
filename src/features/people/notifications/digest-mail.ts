import { locale, t } from '#messages/messages.ts'
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
  const text = [
    t(
      '{unread, plural, one {You have # unread notification on {siteName}.} other {You have # unread notifications on {siteName}.}}',
      { unread, siteName },
    ),
    ...lines.map(({ sentence, url }) => `- ${sentence}${url ? `\n  ${url}` : ''}`),
    t('All notifications: {all}', { all }),
    [
      t('You’re receiving this email because you turned on daily digests.'),
      t('Change your settings: {settings}', { settings }),
      t('Unsubscribe: {unsubscribeUrl}', { unsubscribeUrl }),
    ].join('\n'),
  ].join('\n\n')
  const items = lines.map(({ sentence, url }) => `<li>${url ? linkTo(url, sentence) : escapeHtml(sentence)}</li>`)
  const greeting = withLinks(
    t(
      '{unread, plural, one {You have <all># unread notification</all> on {siteName}.} other {You have <all># unread notifications</all> on {siteName}.}}',
      { unread, siteName: escapeHtml(siteName) },
    ),
    { all },
  )
  const footer = withLinks(
    t(
      'You’re receiving this email because you turned on daily digests. <settings>Change your settings</settings> or <unsubscribe>unsubscribe</unsubscribe>.',
    ),
    { settings, unsubscribe: unsubscribeUrl },
  )
  const html = [
    `<!doctype html><html lang="${locale()}"><meta charset="utf-8"><title>${escapeHtml(siteName)}</title>`,
    `<p>${greeting}</p>`,
    `<ul>\n${items.join('\n')}\n</ul>`,
    `<p><small>${footer}</small></p>`,
  ].join('\n')
  const subject = t(
    '{unread, plural, one {# unread notification on {siteName}} other {# unread notifications on {siteName}}}',
    { unread, siteName: oneLine(siteName) },
  )
  return { to, subject, text, html, unsubscribeUrl }
}

/** Joins the text into one line, so that members' names and titles cannot start new lines. */
const oneLine = (text: string): string => text.split(/\s/).filter(Boolean).join(' ')

/** Replaces elements such as `<settings>…</settings>` with links. */
const withLinks = (text: string, urls: Record<string, string>): string =>
  text.replaceAll(/<(\w+)>(.*?)<\/\1>/g, (_all, name: string, label: string) => linkTo(urls[name]!, label))

const linkTo = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
