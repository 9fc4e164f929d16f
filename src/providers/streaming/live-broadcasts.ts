import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { type BroadcastRow, findBroadcastByKey, listBroadcasts, saveRejection } from './broadcasts.store.ts'
import { type BroadcastTimes, createLiveBroadcast, type LiveBroadcast } from './live-broadcast.ts'
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
  /** What all broadcasts together may keep in memory. */
  maxBytes: number
}
export interface LiveBroadcasts {
  admit: Admit
  /** Null when it is not on air, and has not just been. */
  find(playbackId: string): LiveBroadcast | null
  /** Cuts the encoder off, if there is one, and ends the broadcast at once. */
  end(providerId: string, reason: string): Promise<void>
  /** Whether players need a token, of a broadcast that is on air. */
  setPublic(providerId: string, isPublic: boolean): void
  /** Makes good what calls of other processes could not emit this one: what is disabled is cut, what is private hidden. */
  syncWithDatabase(): Promise<void>
  /** Cuts all encoders off; their broadcasts are another process's to begin and to end. */
  abandon(): void
  close(): Promise<void>
}

export const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest()

const maxKeyLength = 128
const unknownKey = 'This stream key is not known. Copy it once more from the page of your livestreams.'
const restarting = 'The server is being restarted.'
const tooLarge = 'All broadcasts together are more than this server takes, and this one is the largest.'
const isDisabled = 'This livestream is disabled. Enable it on the page of your livestreams.'

/** The broadcasts that are on air in this process. */
export function createLiveBroadcasts(options: LiveBroadcastsOptions): LiveBroadcasts {
  const { db, log, clock, times, emit, startRecorder, maxBytes } = options
  const byPlaybackId = new Map<string, LiveBroadcast>()
  let isClosed = false

  async function admit(key: string, disconnect: (reason: string) => void): Promise<Admission> {
    if (key.length > maxKeyLength) return { ok: false, reason: unknownKey }
    const keySha256 = sha256(key)
    const row = await findBroadcastByKey(db, keySha256)
    if (!row) return { ok: false, reason: unknownKey }
    if (row.state === 'disabled') {
      await saveRejection(db, row.providerId, isDisabled)
      return { ok: false, reason: isDisabled }
    }
    if (isClosed) return { ok: false, reason: restarting }
    return { ok: true, publication: findOrCreate(row).publish(keySha256, disconnect) }
  }

  function findOrCreate(row: BroadcastRow): LiveBroadcast {
    const existing = byPlaybackId.get(row.playbackId)
    if (existing && !existing.isOver()) return existing
    const onExpired = () => void (byPlaybackId.get(row.playbackId) === broadcast && byPlaybackId.delete(row.playbackId))
    const recorder = startRecorder(row)
    const broadcast = createLiveBroadcast({
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
    setImmediate(() => void end(largest!.row.providerId, tooLarge)) // it may be the one that is just growing
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
        if (state === 'disabled') await end(row.providerId, isDisabled)
        else row.isPublic = isPublic
      }
    },
    abandon() {
      for (const one of byPlaybackId.values()) one.abandon(restarting)
      byPlaybackId.clear()
    },
    async close() {
      isClosed = true
      await Promise.all([...byPlaybackId.values()].map((one) => one.cut(restarting)))
    },
  }
}

const bytesOf = ({ packager }: LiveBroadcast): number => packager.output.ring.bytes()
