import { randomUUID } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import type { BroadcastEvent, BroadcastState, StreamingProvider } from '#providers/streaming/streaming.ts'

interface Stream {
  state: BroadcastState
  streamKey: string
  isPublic: boolean
}

/** Returns a streaming provider without encoders. The test determines what encoders do and when calls fail. */
export function streamingProvider() {
  const streams = new Map<string, Stream>()
  const listeners: ((event: BroadcastEvent) => Promise<void>)[] = []
  const recordings = new Set<string>()
  const calls: string[] = []
  let isFailing = false
  let waitMs = 0

  async function call(name: string): Promise<void> {
    calls.push(name)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (isFailing) throw new AppError('provider_failed', 'The streaming service cannot be reached.')
  }
  function streamOf(providerId: string): Stream {
    const stream = streams.get(providerId)
    if (!stream) throw new AppError('provider_failed', 'The streaming service does not know this livestream.')
    return stream
  }

  const provider: StreamingProvider = {
    kind: 'embedded',
    ingestUrl: 'rtmp://devstead.test:1935/live',
    create: async ({ isPublic }) => {
      await call('create')
      const made = { providerId: randomUUID(), playbackId: randomUUID(), streamKey: `key-${randomUUID()}` }
      streams.set(made.providerId, { state: 'idle', streamKey: made.streamKey, isPublic })
      return made
    },
    enable: async (providerId) => {
      await call('enable')
      const stream = streamOf(providerId)
      if (stream.state === 'disabled') stream.state = 'idle'
    },
    disable: async (providerId) => {
      await call('disable')
      streamOf(providerId).state = 'disabled'
    },
    remove: async (providerId) => {
      await call('remove')
      streams.delete(providerId)
    },
    renewKey: async (providerId) => {
      await call('renewKey')
      return (streamOf(providerId).streamKey = `key-${randomUUID()}`)
    },
    setPublic: async (providerId, isPublic) => {
      await call('setPublic')
      streamOf(providerId).isPublic = isPublic
      return randomUUID()
    },
    stateOf: async (providerId) => {
      await call('stateOf')
      return streams.get(providerId)?.state ?? null
    },
    reportOf: async () => null,
    playbackUrl: ({ playbackId, isPublic }) => `/live/${playbackId}.m3u8${isPublic ? '' : '?token=signed'}`,
    recordingUrl: ({ recordingId, isPublic }) =>
      `/live/recordings/${recordingId}.m3u8${isPublic ? '' : '?token=signed'}`,
    removeRecording: async (recordingId) => {
      await call('removeRecording')
      recordings.delete(recordingId)
    },
    listen: (listener) => void listeners.push(listener),
    workers: [],
    close: async () => {},
  }

  return {
    provider,
    streams,
    recordings,
    calls,
    /** Sets whether calls fail. */
    fail: (fails = true) => (isFailing = fails),
    /** Delays every call. */
    delay: (ms: number) => (waitMs = ms),
    /** Emits an event, as real providers do on their own. */
    emit: async (event: BroadcastEvent) => {
      if (event.type === 'state') streamOf(event.providerId).state = event.state
      if (event.type === 'recorded') recordings.add(event.recording.recordingId)
      for (const listener of listeners) await listener(event)
    },
  }
}
