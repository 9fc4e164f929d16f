import type { Worker } from '#kernel/job.ts'
import type { BroadcastReport } from './streaming.contract.ts'

/** A stream that the provider has created. */
export interface Broadcast {
  /** The provider's id for the stream. */
  providerId: string
  /** Part of the playback URLs. It does not reveal the key. */
  playbackId: string
  /** The encoder's secret. Anyone who has it can broadcast. */
  streamKey: string
}
export type BroadcastState = 'active' | 'idle' | 'disabled'

/** An event reported by the provider. Events may be repeated or arrive late; `at` is when the event happened. */
export type BroadcastEvent = { providerId: string; at: Date } &
  /** `isCertain`: the provider admits encoders, even if this site still shows the livestream as disabled. */
  (
    | { type: 'state'; state: BroadcastState; isCertain?: boolean }
    /** The encoder has disconnected during the broadcast and may reconnect. */
    | { type: 'interrupted' }
    | { type: 'resumed' }
    /** The current number of players. Reported periodically while there are any. */
    | { type: 'watched'; watchers: number }
    /** A recording can now be watched. */
    | { type: 'recorded'; recording: Recording }
  )
export interface Recording {
  recordingId: string
  /** When its first frame was captured. */
  startedAt: Date
  seconds: number
}

/** Receives broadcasts from browsers. `owner`: who opened the session; no one else may use it. */
export interface BrowserBroadcasts {
  /** Admits a browser by its stream key and disconnects the current encoder. @returns the session, which ends after ten
   *  seconds without requests @throws AppError conflict with the reason, not_ready */
  open(owner: string, streamKey: string): Promise<string>
  /** Appends tags. `from`: the number of the first tag; tags that have already been received are skipped. @returns the
   *  number of the next tag @throws AppError conflict if tags are missing, not_found if the session has ended, gone
   *  with the reason if it was disconnected, invalid_input, not_ready */
  append(owner: string, session: string, from: number, part: Buffer<ArrayBuffer>): Promise<number>
  /** Ends the broadcast. @throws AppError like {@link append} */
  end(owner: string, session: string): Promise<void>
}

/** Receives live broadcasts and serves them as HLS. */
export interface StreamingProvider {
  readonly kind: 'embedded' | 'mux'
  /** The URL to which encoders connect, without the key; empty if they cannot connect. */
  readonly ingestUrl: string
  /** Origins from which players fetch data, in addition to this site's. */
  readonly playerOrigins?: string[]
  /** @throws AppError provider_failed, like all methods below; invalid_input if streams cannot be private */
  create(options: { isPublic: boolean }): Promise<Broadcast>
  /** Lets encoders connect. */
  enable(providerId: string): Promise<void>
  /** Disconnects the encoder and rejects new encoders. */
  disable(providerId: string): Promise<void>
  /** Deletes the stream and its recordings. Does nothing if it no longer exists. */
  remove(providerId: string): Promise<void>
  /** Replaces the stream key and disconnects an encoder that uses the old one. */
  renewKey(providerId: string): Promise<string>
  /** Sets whether players need a signed URL. Viewers with other URLs are disconnected. If a playback id's visibility
   *  cannot change, as with Mux, the id is replaced. Can be repeated. @returns the current playback id */
  setPublic(providerId: string, isPublic: boolean): Promise<string>
  /** Returns null if the provider does not know the stream. */
  stateOf(providerId: string): Promise<BroadcastState | null>
  /** Returns a report of what the encoder sends and of any problems; null if nothing is known. */
  reportOf(providerId: string): Promise<BroadcastReport | null>
  /** Returns the playlist URL. For a private stream, the URL is valid for a few hours. */
  playbackUrl(stream: { playbackId: string; isPublic: boolean }): string
  recordingUrl(recording: { recordingId: string; isPublic: boolean }): string
  removeRecording(recordingId: string): Promise<void>
  /** Delivers events from all processes. The first listener also receives events that happened before it was added. */
  listen(listener: (event: BroadcastEvent) => Promise<void>): void
  /** Handles player requests to /live, if this server handles them. */
  handle?(request: Request): Promise<Response>
  /** Undefined if broadcasting requires streaming software. */
  readonly browsers?: BrowserBroadcasts
  /** Receives a webhook and resolves when all listeners have processed it. @throws AppError not_signed_in if the
   *  signature is invalid */
  receive?(request: Request): Promise<'taken' | 'known' | 'ignored'>
  readonly workers: Worker[]
  close(): Promise<void>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    streaming: StreamingProvider
  }
}
