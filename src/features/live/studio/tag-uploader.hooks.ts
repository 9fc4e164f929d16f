import { type MediaTag, tagBytes } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { createTagQueue } from './tag-queue.hooks.ts'

export interface TagUploaderOptions {
  /** @returns the session @throws ApiError */
  open: () => Promise<string>
  /** @throws ApiError */
  send: (session: string, from: number, tags: MediaTag[]) => Promise<unknown>
  /** What is to be sent next begins anew: a picture that needs no other is wanted. */
  onOpen: () => void
  onChange: () => void
  /** It is over, and why. */
  onEnd: (reason: string) => void
  times?: UploadTimes
}
interface UploadTimes {
  pauseMs: number
  retryMs: number
  /** How long the server is tried to be reached: as long as it waits for an encoder. */
  timeoutMs: number
}

const defaultTimes: UploadTimes = { pauseMs: 200, retryMs: 1000, timeoutMs: 30_000 }
const noNetwork = 'The server could not be reached for half a minute. Check your connection and go live again.'

/** Sends tags in order, in parts, as fast as the network takes them. What fails is sent again; a session that is over is
 *  followed by another. */
export function createTagUploader({ open, send, onOpen, onChange, onEnd, times = defaultTimes }: TagUploaderOptions) {
  const queue = createTagQueue()
  /** On its way, perhaps there already: it stays as it is. */
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

  /** @returns how long to wait, in ms */
  function failed(reason: unknown): number {
    const status = reason instanceof ApiError ? reason.status : 0
    if (session !== null && restartStatuses.has(status)) {
      session = null
      return 0
    }
    if (status >= 400 && status < 500 && status !== tooMany) {
      end(messageOf(reason, 'The server does not take the broadcast.'))
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
    /** Sends nothing more; what is on its way arrives first. */
    async stop(): Promise<void> {
      isOver = true
      await inFlight.catch(() => undefined) // the broadcast is over either way
    },
  }
}

const tooMany = 429
/** The session is over by its silence, or tags are missing that are not here any more. */
const restartStatuses = new Set([404, 409])
