import { t } from '#messages/messages.ts'
import { type MediaTag, tagBytes } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { createTagQueue } from './tag-queue.hooks.ts'

export interface TagUploaderOptions {
  /** @returns the session @throws ApiError */
  open: () => Promise<string>
  /** @throws ApiError */
  send: (session: string, from: number, tags: MediaTag[]) => Promise<unknown>
  /** Called when a new session has begun, which must start with a keyframe. */
  onOpen: () => void
  onChange: () => void
  /** Called with the reason when the upload ends. */
  onEnd: (reason: string) => void
  times?: UploadTimes
}
interface UploadTimes {
  pauseMs: number
  retryMs: number
  /** How long to retry: as long as the server waits for an encoder. */
  timeoutMs: number
}

const defaultTimes: UploadTimes = { pauseMs: 200, retryMs: 1000, timeoutMs: 30_000 }
const noNetwork = t('The server couldn’t be reached for 30 seconds. Check your connection and go live again.')

/** Uploads tags in order, in parts, as fast as the network allows. Retries failed parts; opens a new session if the
 *  server has ended the current one. */
export function createTagUploader({ open, send, onOpen, onChange, onEnd, times = defaultTimes }: TagUploaderOptions) {
  const queue = createTagQueue()
  /** The part being sent. It may have arrived already, so a retry must not change it. */
  let part: MediaTag[] = []
  let session: string | null = null
  let next = 0
  let isOver = false
  let failingSince: number | null = null
  let inFlight: Promise<void> = Promise.resolve()
  let sentBytes = 0

  async function begin() {
    session = await open()
    next = 0
    part = []
    queue.reset()
    onOpen()
  }

  async function turn() {
    if (session === null) await begin()
    if (part.length === 0) part = queue.take()
    if (part.length === 0) return
    await send(session!, next, part)
    sentBytes += part.reduce((sum, tag) => sum + tagBytes(tag), 0)
    next += part.length
    part = []
    failingSince = null
  }

  /** @returns the delay before the next attempt, in ms */
  function failed(reason: unknown): number {
    const status = reason instanceof ApiError ? reason.status : 0
    if (session !== null && restartStatuses.has(status)) {
      session = null
      return 0
    }
    if (status >= 400 && status < 500 && status !== tooMany) {
      end(messageOf(reason, t('The server rejected the broadcast.')))
      return 0
    }
    failingSince ??= performance.now()
    if (performance.now() - failingSince > times.timeoutMs) end(noNetwork)
    return times.retryMs
  }

  function end(reason: string) {
    isOver = true
    session = null
    onEnd(reason)
  }

  async function run() {
    inFlight = turn()
    const waitMs = await inFlight.then(() => times.pauseMs, failed)
    if (isOver) return
    onChange()
    setTimeout(() => void run(), waitMs)
  }
  void run()

  return {
    push: (tag: MediaTag) => void (isOver || queue.push(tag)),
    queuedMs: queue.queuedMs,
    sent: () => ({ bytes: sentBytes, droppedFrames: queue.droppedFrames() }),
    isFailing: () => failingSince !== null,
    session: () => session,
    /** Stops after the current part has been sent. */
    async stop(): Promise<void> {
      isOver = true
      await inFlight.catch(() => undefined) // the broadcast ends either way
    },
  }
}

const tooMany = 429
/** The session timed out, or the server lacks tags that are no longer buffered. */
const restartStatuses = new Set([404, 409])
