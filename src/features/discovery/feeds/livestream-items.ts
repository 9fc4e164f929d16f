import { escapeHtml } from '#kernel/html.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { getLivestreamCalendar } from '#features/live/livestreams/livestreams.contract.ts'
import { t } from '#messages/messages.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { type FeedItem, feedPerson } from './feed.ts'
import type { FeedLivestream } from './feeds.store.ts'

/** Converts an upcoming livestream to a feed item, with its time in the site's time zone. */
export function livestreamItem(
  stream: FeedLivestream,
  { siteUrl, timeZone }: { siteUrl: string; timeZone: string },
): FeedItem {
  const url = siteUrl + livestreamAddress.href({ id: stream.id })
  const time = formatTime(stream.scheduledAt, moment, timeZone)
  const calendarUrl = siteUrl + getLivestreamCalendar.href({ id: stream.id })
  const open = `<a href="${url}">${t('Open the livestream')}</a>`
  const add = `<a href="${calendarUrl}">${t('add it to your calendar')}</a>`
  return {
    url,
    title: t('Live on {time}: {title}', { time, title: stream.title }),
    html:
      paragraphs(stream.description) +
      `<p>${t('Live on {time}.', { time: `<time datetime="${stream.scheduledAt.toISOString()}">${time}</time>` })} ` +
      `${t('{open} or {add}.', { open, add })}</p>`,
    excerpt: `${t('Live on {time}.', { time })} ${stream.description}`.trim(),
    publishedAt: stream.createdAt,
    updatedAt: stream.updatedAt,
    author: feedPerson(siteUrl, stream),
    categories: ['Livestreams'],
    language: null,
    picture: null,
  }
}

const moment = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const

/** Wraps each non-blank line in a paragraph. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('')
