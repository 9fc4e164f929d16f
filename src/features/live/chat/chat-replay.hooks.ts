import { queryOptions, useQueries } from '@tanstack/react-query'
import { call, keyOf } from '#web/call.ts'
import { getChatReplay, type ReplayedMessage, stretchOf, stretchSeconds } from './chat-replay.contract.ts'

/** A recording with its chat. */
export interface ReplayedRecording {
  livestreamId: number
  id: number
  seconds: number
}

/** Maximum number of messages kept on the page. */
const maxShown = 200
/** How long before the end of a time range the next one is loaded. */
const prefetchSeconds = 20

/** Returns the messages up to the given second of the recording. They are loaded in time ranges of a few minutes: the
 *  current one, the previous one, and, shortly before the current one ends, the next one. */
export function useChatReplay(recording: ReplayedRecording, second: number) {
  const stretch = stretchOf(second)
  const isNextNear = second >= stretch + stretchSeconds - prefetchSeconds
  const starts = [stretch - stretchSeconds, stretch, ...(isNextNear ? [stretch + stretchSeconds] : [])]
  const queries = starts
    .filter((from) => from >= 0 && from < recording.seconds)
    .map((from) => stretchQuery(recording, from))
  const stretches = useQueries({ queries })
  const messages = stretches.flatMap(({ data = [] }) => data).filter(({ at }) => at <= second)
  return { messages: messages.slice(-maxShown), isError: stretches.some(({ isError }) => isError) }
}

const stretchQuery = (recording: ReplayedRecording, from: number) => {
  const params = { id: recording.livestreamId, recordingId: recording.id }
  return queryOptions({
    queryKey: keyOf(getChatReplay, { params, query: { from } }),
    queryFn: () => readStretch(params, from),
    staleTime: Infinity,
  })
}

/** In a busy chat, a response may end before the time range does. */
async function readStretch(params: { id: number; recordingId: number }, from: number): Promise<ReplayedMessage[]> {
  const all: ReplayedMessage[] = []
  for (let next = from; next < from + stretchSeconds;) {
    const { until, messages } = await call(getChatReplay, { params, query: { from: next } })
    all.push(...messages)
    next = until
  }
  return all
}
