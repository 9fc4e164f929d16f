import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { BroadcastReporter } from './broadcast-reporter.ts'
import { activateBroadcast, type BroadcastRow, endBroadcast, saveRejection, saveReport } from './broadcasts.store.ts'
import { EncoderError } from './flv-tags.ts'
import { Packager } from './packager.ts'
import type { Recorder } from './recorder.ts'
import type { Publication } from './rtmp-session.ts'
import type { BroadcastEvent } from './streaming.ts'

/** In milliseconds. Tests use shorter times. */
export interface BroadcastTimes {
  /** How long to wait for an encoder to reconnect. */
  reconnectMs: number
  /** How long an encoder may send data that contains no playable frame. */
  firstFrameMs: number
  /** How long a broadcast's playlist remains available after the end. */
  lingerMs: number
  reportMs: number
}

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
  /** Null if the broadcast is not recorded. */
  recorder: Recorder | null
  onMemoryGrown: () => void
  /** Called when the broadcast is no longer available to players. */
  onExpired: () => void
}

interface Encoder {
  keySha256: Buffer
  /** Sends the encoder the reason and ends its connection. */
  cut: (reason: string) => void
  hasPicture: boolean
}

/** A broadcast, from its first encoder until it ends. Encoders may reconnect or replace each other. */
export class LiveBroadcast {
  readonly row: BroadcastRow
  readonly packager: Packager
  readonly #options: LiveBroadcastOptions
  readonly #reporter: BroadcastReporter
  #state: 'new' | 'active' | 'interrupted' | 'over' = 'new'
  #encoder: Encoder | null = null
  #reconnectTimer: NodeJS.Timeout | undefined
  #firstFrameTimer: NodeJS.Timeout | undefined
  #changes = Promise.resolve()

  constructor(options: LiveBroadcastOptions) {
    const { db, row, clock, times, recorder } = options
    this.#options = options
    this.row = row
    this.packager = new Packager({
      now: clock.now,
      onPart: () => this.#onPart(),
      onSegment: (segment, init) => recorder?.add(segment, init),
    })
    this.#reporter = new BroadcastReporter({
      clock,
      reportMs: times.reportMs,
      onReport: () => void this.#enqueue(() => saveReport(db, row.providerId, this.packager.report())),
      onWatchers: (watchers) => void this.#enqueue(() => this.#emit({ type: 'watched', watchers })),
    })
  }

  get watchers() {
    return this.#reporter.watchers
  }

  isOver(): boolean {
    return this.#state === 'over'
  }

  /** Makes this encoder the current one and cuts off the previous one. */
  publish(keySha256: Buffer, cut: (reason: string) => void): Publication {
    const previous = this.#encoder
    const encoder = { keySha256, cut, hasPicture: false }
    this.#encoder = encoder
    previous?.cut('Another encoder has taken over.')
    this.packager.begin()
    this.#startTimers()
    const isCurrent = () => this.#encoder === encoder
    return {
      video: (tag, timestamp) => void (isCurrent() && this.#accept(() => this.packager.video(tag, timestamp))),
      audio: (tag, timestamp) => void (isCurrent() && this.#accept(() => this.packager.audio(tag, timestamp))),
      end: (how) => void (isCurrent() && this.#onEncoderEnd(how)),
    }
  }

  /** Cuts off the encoder and ends the broadcast. */
  cut(reason: string): Promise<void> {
    const encoder = this.#encoder
    this.#encoder = null
    const ended = this.#finish()
    encoder?.cut(reason)
    return ended
  }

  /** Cuts off the encoder. Another process continues or ends the broadcast. */
  abandon(reason: string): void {
    const encoder = this.#encoder
    this.#encoder = null
    this.#close()
    this.#endRecording()
    encoder?.cut(reason)
  }

  #startTimers(): void {
    clearTimeout(this.#firstFrameTimer)
    this.#firstFrameTimer = setTimeout(
      () => this.#refuse('The encoder isn’t sending video.'),
      this.#options.times.firstFrameMs,
    )
    this.#reporter.start()
  }

  #accept(work: () => void): void {
    try {
      work()
    } catch (err) {
      this.#options.log.debug({ err, providerId: this.row.providerId }, 'streaming: rejected data of an encoder')
      this.#refuse(err instanceof EncoderError ? err.message : 'The encoder sent invalid data.')
    }
  }

  #refuse(reason: string): void {
    void this.#enqueue(() => saveRejection(this.#options.db, this.row.providerId, reason))
    this.#encoder?.cut(reason)
  }

  #onPart(): void {
    if (this.#state === 'over') return
    this.#options.onMemoryGrown()
    this.#firstFrameTimer?.refresh()
    const encoder = this.#encoder
    if (!encoder || encoder.hasPicture) return
    encoder.hasPicture = true
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    const before = this.#state
    this.#state = 'active'
    void this.#enqueue(() => this.#activate(encoder.keySha256, before))
  }

  async #activate(keySha256: Buffer, before: 'new' | 'active' | 'interrupted'): Promise<void> {
    const { db } = this.#options
    const { providerId } = this.row
    const activated = await activateBroadcast(db, providerId, keySha256)
    if (!activated) {
      void this.cut('This livestream is disabled.') // queued after this change, so waiting for it would deadlock
      return
    }
    this.row.isPublic = activated.isPublic // the broadcast may have changed since the encoder was admitted
    await saveReport(db, providerId, this.packager.report())
    if (before === 'new') await this.#emit({ type: 'state', state: 'active' })
    if (before === 'interrupted') await this.#emit({ type: 'resumed' })
  }

  #onEncoderEnd(how: 'stopped' | 'lost'): void {
    this.#encoder = null
    clearTimeout(this.#firstFrameTimer)
    this.#reporter.stop()
    const mayReconnect = this.#state === 'active' || this.#reconnectTimer !== undefined
    if (how === 'stopped' || !mayReconnect) void this.#finish()
    else if (this.#state === 'active') this.#interrupt()
  }

  #interrupt(): void {
    this.packager.begin() // completes the last part; an encoder that reconnects starts a new one
    this.#state = 'interrupted'
    void this.#enqueue(() => this.#emit({ type: 'interrupted' }))
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = undefined
      if (!this.#encoder) void this.#finish() // otherwise, the new encoder must send a frame in time
    }, this.#options.times.reconnectMs)
  }

  /** Ends the broadcast. Players can still load its last segments for a while. */
  #finish(): Promise<void> {
    if (this.#state === 'over') return this.#changes
    const { db, times, onExpired } = this.#options
    this.#close()
    setTimeout(onExpired, times.lingerMs).unref()
    const ended = this.#enqueue(async () => {
      if (await endBroadcast(db, this.row.providerId)) await this.#emit({ type: 'state', state: 'idle' })
    })
    this.#endRecording()
    return ended
  }

  #close(): void {
    this.#state = 'over'
    clearTimeout(this.#reconnectTimer)
    clearTimeout(this.#firstFrameTimer)
    this.#reporter.stop()
    this.packager.end()
  }

  #endRecording(): void {
    void this.#enqueue(async () => this.#options.recorder?.end())
  }

  /** Runs changes one at a time, so that they are saved and emitted in order. */
  #enqueue(change: () => Promise<unknown>): Promise<void> {
    const { log } = this.#options
    this.#changes = this.#changes
      .then(async () => void (await change()))
      .catch((err: unknown) =>
        log.warn({ err, providerId: this.row.providerId }, 'streaming: a change could not be saved'),
      )
    return this.#changes
  }

  #emit(fields: EventFields): Promise<unknown> {
    const { emit, clock } = this.#options
    return emit({ providerId: this.row.providerId, at: new Date(clock.now()), ...fields })
  }
}
