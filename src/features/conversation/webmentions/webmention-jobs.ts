import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import { recordTexts } from '#kernel/trace.ts'
import { hostOf } from '#features/conversation/comments/comment-blocks.contract.ts'
import type { SourceReader } from './source-reader.ts'
import type { SourceResult } from './fetch-source.ts'
import { mentionPublished } from './webmentions.events.ts'
import { verifyMention } from './webmentions.jobs.ts'
import { copyPhoto } from './webmention-photos.ts'
import { sweepPhotos } from './webmention-photos.store.ts'
import {
  findMention,
  isBlockedHost,
  isKnownAuthor,
  saveAbsent,
  saveFailure,
  saveVerified,
  queueDue,
  type StoredMention,
  sweepWebmentions,
  type ModerationStatus,
} from './webmentions.store.ts'

declare module '#kernel/http.ts' {
  interface Context {
    sourceReader: SourceReader
  }
}

type Parts = Pick<JobContext, 'db' | 'clock' | 'announce' | 'emit' | 'fetch' | 'sourceReader'>

const recheck = job('webmentions.due', {
  summary: () => t('Find webmentions to re-verify'),
  schedule: '* * * * *',
  callsOut: true,
})
const sweep = job('webmentions.sweep', {
  summary: () => t('Delete old webmentions'),
  schedule: '53 3 * * *',
  callsOut: true,
})
const perBatch = 500
const dayMs = 86_400_000
const recheckMs = 7 * dayMs
/** How long a mention is kept after the last successful fetch of its source. */
const trustMs = 30 * dayMs
const firstRetryMs = 60_000
/** Attempts for a source that was never fetched successfully; they span about two days. */
const maxFailures = 8

/** Fetches the sources of mentions when they are received and every week after that. */
export const webmentionWorkers = [
  perform(verifyMention, (ctx, { id }) => verify(ctx, id)),
  perform(recheck, async ({ db, clock }) => {
    while ((await queueDue(db, clock.now(), perBatch)) === perBatch);
  }),
  perform(sweep, async ({ db, clock }) => {
    await sweepWebmentions(db, clock.now())
    await sweepPhotos(db, clock.now())
  }),
]

async function verify(parts: Parts, id: number): Promise<void> {
  const known = await findMention(parts.db, id)
  if (!known) return
  const { fetchSource } = await import('./fetch-source.ts')
  const result = await recordTexts(() => fetchSource(parts, known))
  const status = result.kind === 'found' ? await saveFound(parts, known, result) : known.status
  if (result.kind !== 'found') await saveMissed(parts, known, result)
  if (known.status === 'approved' || status === 'approved') await parts.announce('posts', 'removals')
}

async function saveFound(
  parts: Parts,
  known: StoredMention,
  { entry }: SourceResult & { kind: 'found' },
): Promise<ModerationStatus> {
  const { db, clock } = parts
  const photo = await copyPhoto(parts, entry.author.photo)
  const status = await statusOf(parts, known, entry)
  const checkAt = new Date(clock.now() + jittered(recheckMs))
  const wasShown = known.status === 'approved' && known.state === 'verified'
  const isAnswer = status === 'approved' && !wasShown
  await inTransaction(db, async (db) => {
    await saveVerified(db, known.id, { entry, photo, status, checkAt }, clock.now())
    if (isAnswer && known.postId !== null) await parts.emit(db, mentionPublished, { postId: known.postId })
  })
  return status
}

/** Returns the status after fetching. A moderator's decision remains in effect until the author changes. Mentions by
 *  previously approved authors are approved; others are held for moderation. */
async function statusOf(
  { db }: Parts,
  known: StoredMention,
  entry: { url: string; author: { url: string } },
): Promise<ModerationStatus> {
  if (known.status === 'deleted' || known.status === 'spam') return known.status
  const hosts = [known.sourceHost, ...[entry.url, entry.author.url].flatMap((address) => hostOf(address) ?? [])]
  if (await isBlockedHost(db, known.ownerId, hosts)) return 'spam'
  if (known.status === 'approved' && known.authorUrl === entry.author.url) return 'approved'
  return (await isKnownAuthor(db, known, entry.author.url)) ? 'approved' : 'pending'
}

async function saveMissed(
  { db, clock }: Parts,
  known: StoredMention,
  result: Exclude<SourceResult, { kind: 'found' }>,
): Promise<void> {
  const wasVerified = known.verifiedAt !== null
  const isFinal = result.kind === 'absent' || result.kind === 'gone' || (result.kind !== 'failing' && !wasVerified)
  const isOver = isFinal || isGivenUp(known, clock.now())
  const checkAt = isOver ? null : retryAt(known, result, clock.now())
  if (checkAt && result.kind !== 'restricted') await saveFailure(db, known.id, result.why, checkAt)
  else await saveAbsent(db, known.id, { state: wasVerified ? 'gone' : 'refused', why: result.why, checkAt })
}

const isGivenUp = ({ verifiedAt, failures }: StoredMention, nowMs: number): boolean =>
  verifiedAt ? verifiedAt.getTime() < nowMs - trustMs : failures >= maxFailures

/** Backs off exponentially with jitter, up to one day. */
function retryAt({ failures }: StoredMention, result: SourceResult, nowMs: number): Date {
  const askedMs = result.kind === 'failing' && result.retryAt ? result.retryAt.getTime() : 0
  return new Date(Math.max(askedMs, nowMs + jittered(Math.min(dayMs, firstRetryMs * 4 ** failures))))
}

const jittered = (ms: number): number => ms * (0.8 + Math.random() * 0.4)
