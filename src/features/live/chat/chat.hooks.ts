import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { followLivestream } from '#features/live/livestreams/livestream-events.hooks.ts'
import { call, queryOf } from '#web/call.ts'
import { readStored, writeStored } from '#web/storage.ts'
import {
  type ChatEntry,
  type ChatInput,
  type ChatMessage,
  getChatRoom,
  isDeletion,
  listChatEntries,
  postChatMessage,
} from './chat.contract.ts'

/** Source: docs/product.md, Limits. */
const [pollMs, staleTime] = [2000, 1000]
const roomPollMs = 5000
/** Maximum number of messages kept on the page. */
const maxShown = 500

export const chatQuery = (livestreamId: number) => ({
  ...queryOf(listChatEntries, { params: { id: livestreamId } }),
  staleTime,
})
export const chatRoomQuery = (livestreamId: number) => ({
  ...queryOf(getChatRoom, { params: { id: livestreamId } }),
  staleTime,
})

/** The chat, updated by events, or by polling every two seconds if there is no event connection. */
export function useChat(livestreamId: number) {
  const cache = useQueryClient()
  const isConnected = useChatEvents(livestreamId)
  const [isCutOff, setCutOff] = useState(false)
  const query = useQuery({ ...chatQuery(livestreamId), refetchOnMount: false })
  const { data: room } = useQuery({ ...chatRoomQuery(livestreamId), refetchInterval: isConnected ? false : roomPollMs })
  useEffect(() => {
    if (isConnected) return undefined
    const timer = setInterval(() => void poll(cache, livestreamId).then(setCutOff), pollMs)
    return () => clearInterval(timer)
  }, [cache, livestreamId, isConnected])
  const messages = (query.data ?? []).filter((entry): entry is ChatMessage => !isDeletion(entry))
  return { messages, room, state: query.status, isCutOff: isCutOff && !isConnected, reload: () => void query.refetch() }
}

function useChatEvents(livestreamId: number): boolean {
  const cache = useQueryClient()
  const [isConnected, setConnected] = useState(false)
  useEffect(
    () =>
      followLivestream(livestreamId, {
        onConnected: setConnected,
        onEntry: (entry) => addEntries(cache, livestreamId, [entry]),
        onChange: (room) => void cache.setQueryData(chatRoomQuery(livestreamId).queryKey, room),
      }),
    [cache, livestreamId],
  )
  return isConnected
}

/** Fetches entries after the last one. @returns whether it failed; the next poll retries */
async function poll(cache: QueryClient, livestreamId: number): Promise<boolean> {
  const entries = cache.getQueryData(chatQuery(livestreamId).queryKey)
  const last = entries?.findLast(({ id }) => !ownIds.has(id))?.id
  const request = call(listChatEntries, { params: { id: livestreamId }, query: { after: last } })
  const fresh = await request.catch(() => null)
  if (fresh && fresh.length > 0) addEntries(cache, livestreamId, fresh)
  return fresh === null
}

function addEntries(cache: QueryClient, livestreamId: number, fresh: ChatEntry[]): void {
  cache.setQueryData(chatQuery(livestreamId).queryKey, (entries = []) => withEntries(entries, fresh))
}

/** Merges entries in order, without duplicates or deleted messages. Always keeps the last entry, which marks how far
 *  the chat has been read. */
export function withEntries(entries: ChatEntry[], fresh: ChatEntry[]): ChatEntry[] {
  const gone = new Set([...entries, ...fresh].flatMap((entry) => (isDeletion(entry) ? entry.deletedIds : [])))
  const all = new Map([...entries, ...fresh].map((entry) => [entry.id, entry]))
  return [...all.values()]
    .filter(({ id }) => !gone.has(id))
    .toSorted((a, b) => a.id - b.id)
    .slice(-maxShown)
}

/** Sends a message and adds it to the list. */
export function useSendMessage(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: ChatInput) => call(postChatMessage, { params: { id: livestreamId }, body: input }),
    onSuccess(message) {
      ownIds.add(message.id)
      addEntries(cache, livestreamId, [message])
    },
  })
}

/** Ids of messages sent from this page. They are shown immediately, but do not prove that others' earlier messages were
 *  read. */
const ownIds = new Set<number>()

const nameKey = 'chat_name'

const nameListeners = new Set<() => void>()
const onNameChange = (listener: () => void) => {
  nameListeners.add(listener)
  return () => void nameListeners.delete(listener)
}

/** The name that a visitor has chosen in this browser; null if none, on the server, and during hydration. */
export const useChatName = (): string | null =>
  useSyncExternalStore(
    onNameChange,
    () => readStored(nameKey),
    () => null,
  )

export function storeChatName(name: string): void {
  writeStored(nameKey, name)
  for (const listener of nameListeners) listener()
}
