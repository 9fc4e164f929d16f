import { locale, t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { PreviewOf } from '#kernel/markdown/link-previews.ts'
import { clockText } from '#features/live/player/play-time.contract.ts'
import { type RecordingRow, listPublicRecordings } from './recordings.store.ts'

/** Links to this site are relative here. */
const recordingPathPattern = /^\/livestream\/[1-9]\d{0,9}\/recording\/([1-9]\d{0,8})(?:\?t=\d{1,6})?$/

/** Returns previews for links to public recordings. */
export async function recordingPreviews(db: Db, addresses: string[]): Promise<PreviewOf> {
  const ids = addresses.flatMap((address) => idIn(address) ?? [])
  if (ids.length === 0) return () => null
  const found = new Map((await listPublicRecordings(db, ids)).map((row) => [row.id, row]))
  return (address) => {
    const row = found.get(idIn(address) ?? 0)
    return row ? { before: cardHtml(address, row) } : null
  }
}

function idIn(address: string): number | null {
  const [, id] = recordingPathPattern.exec(address) ?? []
  return id === undefined ? null : Number(id)
}

const dayText = (at: Date): string => at.toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' })

const cardHtml = (href: string, { title, seconds, startedAt, user }: RecordingRow): string =>
  [
    `<p class="link-card-kind">${escapeHtml(t('Recorded live stream'))}</p>`,
    `<p class="link-card-title"><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></p>`,
    '<p class="link-card-facts">',
    [clockText(seconds), dayText(startedAt), user.displayName]
      .map((fact) => `<span>${escapeHtml(fact)}</span>`)
      .join(' '),
    '</p>',
  ].join('')
