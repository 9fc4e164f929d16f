import { type MediaTag, tagBytes } from '#features/livestreams/browser-broadcasts.contract.ts'
import { ApiError, messageOf } from '#web/api.ts'

export interface SenderOptions {
  /** @returns the session @throws ApiError */
  open: () => Promise<string>
  /** @throws ApiError */
  send: (session: string, from: number, tags: MediaTag[]) => Promise<unknown>
  /** What is to be sent next begins anew: a picture that needs no other is wanted. */
  onOpen: () => void
  onChange: () => void
  /** It is over, and why. */
  onEnd: (reason: string) => void
  times?: SenderTimes
}
interface SenderTimes {
  pauseMs: number
  retryMs: number
  /** How long the server is tried to be reached: as long as it waits for an encoder. */
  patienceMs: number
}

const usualTimes: SenderTimes = { pauseMs: 200, retryMs: 1000, patienceMs: 30_000 }
/** So much of a broadcast is kept while the network is gone, by its own time. */
const keptMs = 8000
/** Proxies let much less through than the server takes: nginx 1 MB, unless it is told otherwise. */
const fullPartBytes = 512 * 1024
const noNetwork = 'The server could not be reached for half a minute. Check your connection and go live again.'

/** Sends tags in order, in parts, as fast as the network takes them. What fails is sent again; a session that is over is
 *  followed by another. */
export function createSender({ open, send, onOpen, onChange, onEnd, times = usualTimes }: SenderOptions) {
  let queue: MediaTag[] = []
  /** On its way, perhaps there already: it stays as it is. */
  let part: MediaTag[] = []
  const configs = new Map<MediaTag['kind'], MediaTag>()
  let session: string | null = null
  let next = 0
  let isOver = false
  let failingSince: number | null = null
  let underWay: Promise<void> = Promise.resolve()
  const sent = { bytes: 0, droppedFrames: 0 }

  function push(tag: MediaTag) {
    if (isOver) return
    if (isConfig(tag)) configs.set(tag.kind, tag)
    queue.push(tag)
    if (queuedMs() > keptMs) drop()
  }

  /** What is too old goes, up to the last picture that needs no other. */
  function drop() {
    const key = queue.findLastIndex(isKeyframe)
    if (key <= 0) return
    const gone = queue.splice(0, key)
    sent.droppedFrames += gone.filter(({ kind }) => kind === 'video').length
    queue.unshift(...gone.filter(isConfig))
  }

  // Pictures and sound are not quite in the order of their times.
  const queuedMs = () => Math.max(0, (queue.at(-1)?.timestamp ?? 0) - (queue[0]?.timestamp ?? 0))

  async function begin() {
    session = await open()
    next = 0
    part = []
    queue = [...configs.values(), ...queue.filter((tag) => !isConfig(tag))]
    onOpen()
  }

  async function turn() {
    if (session === null) await begin()
    if (part.length === 0) part = taken()
    if (part.length === 0) return
    await send(session!, next, part)
    sent.bytes += part.reduce((sum, tag) => sum + tagBytes(tag), 0)
    next += part.length
    part = []
    failingSince = null
  }

  /** As many as a part holds; a single one may be larger. */
  function taken(): MediaTag[] {
    let bytes = 0
    const end = queue.findIndex((tag) => (bytes += tagBytes(tag)) > fullPartBytes)
    return queue.splice(0, end < 0 ? queue.length : Math.max(end, 1))
  }

  /** @returns how long to wait */
  function failed(reason: unknown): number {
    const status = reason instanceof ApiError ? reason.status : 0
    if (session !== null && startsAnew.has(status)) {
      session = null
      return 0
    }
    if (status >= 400 && status < 500 && status !== tooMany) {
      end(messageOf(reason, 'The server does not take the broadcast.'))
      return 0
    }
    failingSince ??= performance.now()
    if (performance.now() - failingSince > times.patienceMs) end(noNetwork)
    return times.retryMs
  }

  function end(reason: string) {
    isOver = true
    session = null
    onEnd(reason)
  }

  async function run() {
    underWay = turn()
    const waitMs = await underWay.then(() => times.pauseMs, failed)
    if (isOver) return
    onChange()
    setTimeout(() => void run(), waitMs)
  }
  void run()

  return {
    push,
    queuedMs,
    sent,
    isFailing: () => failingSince !== null,
    session: () => session,
    /** Sends nothing more; what is on its way arrives first. */
    async stop(): Promise<void> {
      isOver = true
      await underWay.catch(() => undefined) // the broadcast is over either way
    },
  }
}

const tooMany = 429
/** The session is over by its silence, or tags are missing that are not here any more. */
const startsAnew = new Set([404, 409])

const isConfig = ({ kind, body }: MediaTag): boolean =>
  kind === 'video' ? body[1] === 0 : (body[0]! & 0xf0) === 0x90 ? (body[0]! & 15) === 0 : body[1] === 0
const isKeyframe = ({ kind, body }: MediaTag): boolean => kind === 'video' && body[0] === 0x17 && body[1] === 1
