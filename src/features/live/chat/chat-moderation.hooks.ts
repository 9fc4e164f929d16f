import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { type ChatRoomChange, deleteChatMessage, updateChatRoom } from './chat.contract.ts'
import { chatRoomQuery } from './chat.hooks.ts'
import { createChatBan, deleteChatBan, listChatBans, timeOutMinutes } from './chat-bans.contract.ts'

const bansQuery = (livestreamId: number) => queryOf(listChatBans, { params: { id: livestreamId } })
export const useBans = (livestreamId: number) => useQuery(bansQuery(livestreamId))

export type ModeratorAct = 'delete' | 'timeOut' | 'ban'

/** Moderates a message. Viewers get the change from the server. */
export function useModeration(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ messageId, act }: { messageId: number; act: ModeratorAct }) => {
      if (act === 'delete') return call(deleteChatMessage, { params: { id: livestreamId, messageId } })
      const minutes = act === 'timeOut' ? { minutes: timeOutMinutes } : {}
      return call(createChatBan, { params: { id: livestreamId }, body: { messageId, ...minutes } })
    },
    onSuccess: () => cache.invalidateQueries(bansQuery(livestreamId)),
  })
}

export function useUnban(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (banId: number) => call(deleteChatBan, { params: { id: livestreamId, banId } }),
    onSuccess: () => cache.invalidateQueries(bansQuery(livestreamId)),
  })
}

export function useChangeRoom(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: ChatRoomChange) => call(updateChatRoom, { params: { id: livestreamId }, body: change }),
    onSuccess: (room) => cache.setQueryData(chatRoomQuery(livestreamId).queryKey, room),
  })
}
