import { escapeHtml } from '#kernel/html.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { getLivestreamCalendar } from '#features/live/livestreams/livestreams.contract.ts'
import { type FeedItem, feedPerson } from './feed.ts'
import type { FeedLivestream } from './feeds.store.ts'

/** Converts an upcoming livestream to a feed item. */
export function livestreamItem(siteUrl: string, stream: FeedLivestream): FeedItem {
  const url = siteUrl + livestreamAddress.href({ id: stream.id })
  const time = `${timeText.format(stream.scheduledAt)} UTC`
  return {
    url,
    title: `Live on ${time}: ${stream.title}`,
    html:
      paragraphs(stream.description) +
      `<p>Live on <time datetime="${stream.scheduledAt.toISOString()}">${time}</time>. ` +
      `<a href="${url}">Open the livestream</a> or ` +
      `<a href="${siteUrl}${getLivestreamCalendar.href({ id: stream.id })}">add it to your calendar</a>.</p>`,
    excerpt: `Live on ${time}. ${stream.description}`.trim(),
    publishedAt: stream.createdAt,
    updatedAt: stream.updatedAt,
    author: feedPerson(siteUrl, stream),
    categories: ['Livestreams'],
    language: null,
    picture: null,
  }
}

const timeText = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** Wraps each non-blank line in a paragraph. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('')
