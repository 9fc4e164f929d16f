import type { Worker } from '#kernel/job.ts'
import type { BroadcastReport } from './streaming.contract.ts'

/** A place to broadcast to, as the provider has made it. */
export interface Broadcast {
  /** The provider's name for it. */
  providerId: string
  /** What players ask for; it tells nothing about the key. */
  playbackId: string
  /** What the encoder is given. Whoever has it can broadcast. */
  streamKey: string
}
export type BroadcastState = 'active' | 'idle' | 'disabled'

/** What happens at the provider by itself. The same may be told twice, and late: `at` is when it was. */
export type BroadcastEvent = { providerId: string; at: Date } &
  /** `isCertain`: encoders are let in again, also where they were not. */
  (
    | { type: 'state'; state: BroadcastState; isCertain?: boolean }
    /** The encoder is gone in the middle of it, and is waited for. */
    | { type: 'interrupted' }
    | { type: 'resumed' }
    /** The current number of players. Reported periodically while there are any. */
    | { type: 'watched'; watchers: number }
    /** What was broadcast can be watched from now on. */
    | { type: 'recorded'; recording: Recording }
  )
export interface Recording {
  recordingId: string
  /** When its first picture was taken. */
  startedAt: Date
  seconds: number
}

/** Takes in what browsers broadcast. `owner`: whoever opened it, and nobody else, may go on with it. */
export interface BrowserBroadcasts {
  /** Lets a browser in by the key, in the place of whoever sends now. @returns the session, which ends by ten seconds of
   *  silence @throws AppError conflict with the reason, not_ready */
  open(owner: string, streamKey: string): Promise<string>
  /** Takes the tags from that number on, passing over those that it has. @returns the number of the tag that is wanted now
   *  @throws AppError conflict when some are missing, not_found when the session is over, gone with the reason when it was
   *  cut, invalid_input, not_ready */
  append(owner: string, session: string, from: number, part: Buffer<ArrayBuffer>): Promise<number>
  /** The broadcast is over. @throws AppError as {@link append} */
  end(owner: string, session: string): Promise<void>
}

/** Takes live broadcasts in and gives them out as HLS. */
export interface StreamingProvider {
  readonly kind: 'embedded' | 'mux'
  /** Where encoders connect to, without the key; empty where none can. */
  readonly ingestUrl: string
  /** Where players fetch from, beside this site. */
  readonly playerOrigins?: string[]
  /** @throws AppError provider_failed, as all that follow; invalid_input where none can be private */
  create(options: { isPublic: boolean }): Promise<Broadcast>
  /** Lets an encoder in. */
  enable(providerId: string): Promise<void>
  /** Cuts an encoder off at once and lets none in. */
  disable(providerId: string): Promise<void>
  /** Also its recordings. One that is not there any more is no error. */
  remove(providerId: string): Promise<void>
  /** Another key in place of the one there is, which is cut off. */
  renewKey(providerId: string): Promise<string>
  /** Whether players need a signed address from now on; whoever has watched by another one is cut off. Where ids are public
   *  or signed for good, as at Mux, another id is made and the one before deleted. Asked for again it does no harm.
   *  @returns the playback id from now on */
  setPublic(providerId: string, isPublic: boolean): Promise<string>
  /** Null when the provider does not know it. */
  stateOf(providerId: string): Promise<BroadcastState | null>
  /** What the encoder sends and what is wrong with it; null when nothing is known. */
  reportOf(providerId: string): Promise<BroadcastReport | null>
  /** The address of the playlist; for one that is not public it holds for some hours. */
  playbackUrl(stream: { playbackId: string; isPublic: boolean }): string
  recordingUrl(recording: { recordingId: string; isPublic: boolean }): string
  removeRecording(recordingId: string): Promise<void>
  /** Tells of what happens, in whichever process it happens; the first who listens hears what happened before. */
  listen(listener: (event: BroadcastEvent) => Promise<void>): void
  /** Answers players under /live, where this server does. */
  handle?(request: Request): Promise<Response>
  /** Left out where broadcasts come from streaming software alone. */
  readonly browsers?: BrowserBroadcasts
  /** Takes what the provider posts to this site; once it is taken, all who listen have heard it.
   *  @throws AppError not_signed_in when it is forged */
  receive?(request: Request): Promise<'taken' | 'known' | 'ignored'>
  readonly workers: Worker[]
  close(): Promise<void>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    streaming: StreamingProvider
  }
}
