import { type MediaTag, tagBytes } from '#features/live/livestreams/browser-broadcasts.contract.ts'

/** So much of a broadcast is kept while the network is gone, by its own time. */
const maxQueuedMs = 8000
/** Proxies let much less through than the server takes: nginx 1 MB, unless it is told otherwise. */
const fullPartBytes = 512 * 1024

/** What of a broadcast is still to be sent, in order. */
export function createTagQueue() {
  let queue: MediaTag[] = []
  const configs = new Map<MediaTag['kind'], MediaTag>()
  let droppedFrames = 0

  /** What is too old goes, up to the last picture that needs no other. */
  function drop() {
    const key = queue.findLastIndex(isKeyframe)
    if (key <= 0) return
    const gone = queue.splice(0, key)
    droppedFrames += gone.filter(({ kind }) => kind === 'video').length
    queue.unshift(...gone.filter(isConfig))
  }

  // Pictures and sound are not quite in the order of their times.
  const queuedMs = () => Math.max(0, (queue.at(-1)?.timestamp ?? 0) - (queue[0]?.timestamp ?? 0))

  return {
    push(tag: MediaTag) {
      if (isConfig(tag)) configs.set(tag.kind, tag)
      queue.push(tag)
      if (queuedMs() > maxQueuedMs) drop()
    },
    /** Puts how things are encoded before all that waits, as a session begins. */
    reset() {
      queue = [...configs.values(), ...queue.filter((tag) => !isConfig(tag))]
    },
    /** Takes as many as a part holds; a single one may be larger. */
    take(): MediaTag[] {
      let bytes = 0
      const end = queue.findIndex((tag) => (bytes += tagBytes(tag)) > fullPartBytes)
      return queue.splice(0, end < 0 ? queue.length : Math.max(end, 1))
    },
    queuedMs,
    droppedFrames: () => droppedFrames,
  }
}

const isConfig = ({ kind, body }: MediaTag): boolean =>
  kind === 'video' ? body[1] === 0 : (body[0]! & 0xf0) === 0x90 ? (body[0]! & 15) === 0 : body[1] === 0
const isKeyframe = ({ kind, body }: MediaTag): boolean => kind === 'video' && body[0] === 0x17 && body[1] === 1
