import { queryOptions, useQueries } from '@tanstack/react-query'
import { call, keyOf } from '#web/call.ts'
import { getChatReplay, type ReplayedMessage, stretchOf, stretchSeconds } from './chat-replay.contract.ts'

/** A recording whose chat is shown again. */
export interface ReplayedRecording {
  livestreamId: number
  id: number
  seconds: number
}

/** Messages kept in the page. */
const maxShown = 200
/** So long before its end the next stretch is asked for. */
const prefetchSeconds = 20

/** What was said up to that second of the recording. It is asked for by stretches of some minutes: the one that the second
 *  is in, and the one before it. */
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

/** In a busy chat a response may end before the stretch does. */
async function readStretch(params: { id: number; recordingId: number }, from: number): Promise<ReplayedMessage[]> {
  const all: ReplayedMessage[] = []
  for (let next = from; next < from + stretchSeconds;) {
    const { until, messages } = await call(getChatReplay, { params, query: { from: next } })
    all.push(...messages)
    next = until
  }
  return all
}
