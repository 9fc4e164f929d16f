import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { recordTexts } from '#kernel/trace.ts'
import { t } from '#messages/messages.ts'
import { type BroadcastRow, findBroadcastByKey, listBroadcasts, saveRejection } from './broadcasts.store.ts'
import { type BroadcastTimes, LiveBroadcast } from './live-broadcast.ts'
import type { Recorder } from './recorder.ts'
import type { Admission, Admit } from './rtmp-session.ts'
import type { BroadcastEvent } from './streaming.ts'

export interface LiveBroadcastsOptions {
  db: Db
  log: Log
  clock: Clock
  times: BroadcastTimes
  emit: (event: BroadcastEvent) => Promise<unknown>
  startRecorder: (row: BroadcastRow) => Recorder | null
  /** The memory limit for all broadcasts together. */
  maxBytes: number
}
export interface LiveBroadcasts {
  admit: Admit
  /** Finds a broadcast that is live or has just ended. */
  find(playbackId: string): LiveBroadcast | null
  /** Cuts off the encoder, if there is one, and ends the broadcast. */
  end(providerId: string, reason: string): Promise<void>
  /** Sets whether players of a live broadcast need a token. */
  setPublic(providerId: string, isPublic: boolean): void
  /** Applies changes made by other processes: ends disabled broadcasts and restricts private ones. */
  syncWithDatabase(): Promise<void>
  /** Cuts off all encoders. Another process continues or ends their broadcasts. */
  abandon(): void
  close(): Promise<void>
}

export const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest()

const maxKeyLength = 128
const unknownKey = () => recordTexts(() => t('Unknown stream key. Copy it again from your livestreams page.'))
const restarting = () => recordTexts(() => t('The server is restarting.'))
const tooLarge = () =>
  recordTexts(() => t('The server ran out of memory for broadcasts, and this one was the largest.'))
const isDisabled = () => recordTexts(() => t('This livestream is disabled. Enable it on your livestreams page.'))

/** Creates the collection of this process's live broadcasts. */
export function createLiveBroadcasts(options: LiveBroadcastsOptions): LiveBroadcasts {
  const { db, log, clock, times, emit, startRecorder, maxBytes } = options
  const byPlaybackId = new Map<string, LiveBroadcast>()
  let isClosed = false

  async function admit(key: string, disconnect: (reason: string) => void): Promise<Admission> {
    if (key.length > maxKeyLength) return { ok: false, reason: unknownKey() }
    const keySha256 = sha256(key)
    const row = await findBroadcastByKey(db, keySha256)
    if (!row) return { ok: false, reason: unknownKey() }
    if (row.state === 'disabled') {
      await saveRejection(db, row.providerId, isDisabled())
      return { ok: false, reason: isDisabled() }
    }
    if (isClosed) return { ok: false, reason: restarting() }
    return { ok: true, publication: findOrCreate(row).publish(keySha256, disconnect) }
  }

  function findOrCreate(row: BroadcastRow): LiveBroadcast {
    const existing = byPlaybackId.get(row.playbackId)
    if (existing && !existing.isOver()) return existing
    const onExpired = () => void (byPlaybackId.get(row.playbackId) === broadcast && byPlaybackId.delete(row.playbackId))
    const recorder = startRecorder(row)
    const broadcast = new LiveBroadcast({
      db,
      log,
      clock,
      times,
      row,
      emit,
      recorder,
      onMemoryGrown: enforceMemoryLimit,
      onExpired,
    })
    byPlaybackId.set(row.playbackId, broadcast)
    return broadcast
  }

  function enforceMemoryLimit() {
    const all = [...byPlaybackId.values()]
    if (all.reduce((sum, one) => sum + bytesOf(one), 0) <= maxBytes) return
    const [largest] = all.toSorted((one, other) => bytesOf(other) - bytesOf(one))
    setImmediate(() => void end(largest!.row.providerId, tooLarge())) // this may have been called by the broadcast itself
  }

  const listByProviderId = (providerId: string) =>
    [...byPlaybackId.values()].filter(({ row }) => row.providerId === providerId)

  async function end(providerId: string, reason: string) {
    const found = listByProviderId(providerId)
    await Promise.all(found.map((broadcast) => broadcast.cut(reason)))
    for (const { row } of found) byPlaybackId.delete(row.playbackId)
  }

  return {
    admit,
    find: (playbackId) => byPlaybackId.get(playbackId) ?? null,
    end,
    setPublic(providerId, isPublic) {
      for (const { row } of listByProviderId(providerId)) row.isPublic = isPublic
    },
    async syncWithDatabase() {
      const onAir = [...byPlaybackId.values()].filter((one) => !one.isOver())
      if (onAir.length === 0) return
      const ids = onAir.map(({ row }) => row.providerId)
      const rows = new Map((await listBroadcasts(db, ids)).map((row) => [row.providerId, row]))
      for (const { row } of onAir) {
        const { state = 'disabled', isPublic = false } = rows.get(row.providerId) ?? {}
        if (state === 'disabled') await end(row.providerId, isDisabled())
        else row.isPublic = isPublic
      }
    },
    abandon() {
      for (const one of byPlaybackId.values()) one.abandon(restarting())
      byPlaybackId.clear()
    },
    async close() {
      isClosed = true
      await Promise.all([...byPlaybackId.values()].map((one) => one.cut(restarting())))
    },
  }
}

const bytesOf = ({ packager }: LiveBroadcast): number => packager.output.ring.bytes()
