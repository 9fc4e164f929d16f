import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { activateBroadcast, type BroadcastRow, endBroadcast, saveRejection, saveReport } from './broadcasts.store.ts'
import { EncoderError } from './flv-tags.ts'
import { Packager } from './packager.ts'
import type { Recorder } from './recorder.ts'
import type { Publication } from './rtmp-session.ts'
import type { BroadcastEvent } from './streaming.ts'
import { createWatchers } from './watchers.ts'

/** Times, in milliseconds; tests have shorter ones. */
export interface BroadcastTimes {
  /** How long an encoder that is gone is waited for. */
  reconnectMs: number
  /** How long an encoder may send without anything to show coming of it. */
  firstFrameMs: number
  /** How long the playlist of a broadcast that has ended can still be had. */
  lingerMs: number
  reportMs: number
}

/** A watcher count is valid for a minute. */
const repeatCountMs = 30_000

type EventFields = BroadcastEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'providerId' | 'at'>
    : never
  : never

export interface LiveBroadcastOptions {
  db: Db
  log: Log
  clock: Clock
  times: BroadcastTimes
  row: BroadcastRow
  emit: (event: BroadcastEvent) => Promise<unknown>
  /** Null when it is not recorded. */
  recorder: Recorder | null
  /** There is more of it in memory. */
  onMemoryGrown: () => void
  /** Nothing of it can be had any more. */
  onExpired: () => void
}
export type LiveBroadcast = ReturnType<typeof createLiveBroadcast>

/** A broadcast from its first encoder until it is over: encoders may come, drop out and take over meanwhile. */
export function createLiveBroadcast(options: LiveBroadcastOptions) {
  const { db, log, clock, times, row, emit, recorder, onMemoryGrown, onExpired } = options
  const { providerId } = row
  const packager = new Packager({
    now: clock.now,
    onPart,
    onSegment: (segment, init) => recorder?.add(segment, init),
  })
  const watchers = createWatchers(clock.now)
  let reported = { count: 0, atMs: 0 }
  let cutEncoder: ((reason: string) => void) | null = null
  let keySha256: Buffer
  let state: 'new' | 'active' | 'interrupted' | 'over' = 'new'
  /** Whether the encoder of now has sent something that can be shown. */
  let hasPicture = false
  let reconnectTimer: NodeJS.Timeout | undefined
  let firstPictureTimer: NodeJS.Timeout | undefined
  let reportTimer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()

  /** Changes follow one another as they happened: in the database, and as they are emitted. */
  function enqueue(work: () => Promise<unknown>): Promise<void> {
    queue = queue
      .then(async () => void (await work()))
      .catch((err: unknown) => log.warn({ err, providerId }, 'streaming: a change could not be kept'))
    return queue
  }
  const emitEvent = (fields: EventFields) => emit({ providerId, at: new Date(clock.now()), ...fields })

  function publish(encoderKey: Buffer, cut: (reason: string) => void): Publication {
    const before = cutEncoder
    cutEncoder = cut
    before?.('Another encoder has taken over.')
    keySha256 = encoderKey
    hasPicture = false
    packager.begin()
    startTimers()
    const isCurrent = () => cutEncoder === cut
    return {
      video: (tag, timestamp) => void (isCurrent() && guarded(() => packager.video(tag, timestamp))),
      audio: (tag, timestamp) => void (isCurrent() && guarded(() => packager.audio(tag, timestamp))),
      end: (how) => void (isCurrent() && encoderEnded(how)),
    }
  }

  function startTimers() {
    clearTimeout(firstPictureTimer)
    firstPictureTimer = setTimeout(() => refuse('No picture has come of what the encoder sends.'), times.firstFrameMs)
    reportTimer ??= setInterval(report, times.reportMs)
  }

  function report() {
    void enqueue(() => saveReport(db, providerId, packager.report()))
    const [count, atMs] = [watchers.count(), clock.now()]
    if (count === reported.count && (count === 0 || atMs - reported.atMs < repeatCountMs)) return
    reported = { count, atMs }
    void enqueue(() => emitEvent({ type: 'watched', watchers: count }))
  }

  function guarded(work: () => void) {
    try {
      work()
    } catch (fault) {
      log.debug({ err: fault, providerId }, 'streaming: an encoder sends what cannot be taken')
      refuse(fault instanceof EncoderError ? fault.message : 'What the encoder sends cannot be read.')
    }
  }

  function refuse(reason: string) {
    void enqueue(() => saveRejection(db, providerId, reason))
    cutEncoder?.(reason)
  }

  function onPart() {
    if (state === 'over') return
    onMemoryGrown()
    firstPictureTimer?.refresh()
    if (hasPicture || !cutEncoder) return
    hasPicture = true
    clearTimeout(reconnectTimer)
    reconnectTimer = undefined
    const was = state
    state = 'active'
    const key = keySha256
    void enqueue(async () => {
      const activated = await activateBroadcast(db, providerId, key)
      if (!activated) {
        void cut('This livestream is disabled.') // takes its turn behind this: to wait for it here would never end
        return
      }
      row.isPublic = activated.isPublic // may have changed since the encoder was let in
      await saveReport(db, providerId, packager.report())
      if (was === 'new') await emitEvent({ type: 'state', state: 'active' })
      if (was === 'interrupted') await emitEvent({ type: 'resumed' })
    })
  }

  function encoderEnded(how: 'stopped' | 'lost') {
    cutEncoder = null
    clearTimeout(firstPictureTimer)
    stopReporting()
    const isWaitedFor = state === 'active' || reconnectTimer !== undefined
    if (how === 'stopped' || !isWaitedFor) void finish()
    else if (state === 'active') interrupt()
  }

  function interrupt() {
    packager.begin() // what has come of the last part is shown, and whoever comes back begins anew
    state = 'interrupted'
    void enqueue(() => emitEvent({ type: 'interrupted' }))
    reconnectTimer = setTimeout(() => {
      reconnectTimer = undefined
      if (!cutEncoder) void finish() // else it is seen whether something comes of that one
    }, times.reconnectMs)
  }

  function stopReporting() {
    clearInterval(reportTimer)
    reportTimer = undefined
  }

  /** Ends the broadcast, whoever sends; viewers are told so for a while. */
  function finish(): Promise<void> {
    if (state === 'over') return queue
    close()
    const farewell = setTimeout(onExpired, times.lingerMs)
    farewell.unref()
    const ended = enqueue(async () => {
      if (await endBroadcast(db, providerId)) await emitEvent({ type: 'state', state: 'idle' })
    })
    endRecording()
    return ended
  }

  function close() {
    state = 'over'
    clearTimeout(reconnectTimer)
    clearTimeout(firstPictureTimer)
    stopReporting()
    packager.end()
  }

  /** Cuts the encoder off; whether the broadcast is over is not for this process to say. */
  function abandon(reason: string) {
    const encoder = cutEncoder
    cutEncoder = null
    close()
    endRecording()
    encoder?.(reason)
  }

  /** What was recorded, now that there will be no more. */
  const endRecording = () => void enqueue(async () => recorder?.end())

  /** Cuts the encoder off and ends the broadcast. */
  function cut(reason: string): Promise<void> {
    const encoder = cutEncoder
    cutEncoder = null
    const ended = finish()
    encoder?.(reason)
    return ended
  }

  return { row, packager, watchers, publish, cut, abandon, isOver: () => state === 'over' }
}
