import { type MediaTag, tagBytes } from '#features/live/livestreams/browser-broadcasts.contract.ts'

/** How much is buffered while the connection is lost. */
const maxQueuedMs = 8000
/** Less than the server accepts, because proxies limit body sizes; nginx's default is 1 MB. */
const fullPartBytes = 512 * 1024

/** The unsent FLV tags, in order. */
export function createTagQueue() {
  let queue: MediaTag[] = []
  const configs = new Map<MediaTag['kind'], MediaTag>()
  let droppedFrames = 0

  /** Drops everything before the last keyframe, except codec configurations. */
  function drop() {
    const key = queue.findLastIndex(isKeyframe)
    if (key <= 0) return
    const gone = queue.splice(0, key)
    droppedFrames += gone.filter(({ kind }) => kind === 'video').length
    queue.unshift(...gone.filter(isConfig))
  }

  // Video and audio tags are not strictly ordered by timestamp.
  const queuedMs = () => Math.max(0, (queue.at(-1)?.timestamp ?? 0) - (queue[0]?.timestamp ?? 0))

  return {
    push(tag: MediaTag) {
      if (isConfig(tag)) configs.set(tag.kind, tag)
      queue.push(tag)
      if (queuedMs() > maxQueuedMs) drop()
    },
    /** Puts the configurations first, for a new session. */
    reset() {
      queue = [...configs.values(), ...queue.filter((tag) => !isConfig(tag))]
    },
    /** Removes and returns the tags of the next part, at least one. */
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
