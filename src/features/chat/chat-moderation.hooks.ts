import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, send } from '#web/api.ts'
import { chatMessagePath, ChatRoom, type ChatRoomChange, chatRoomPath } from './chat.contract.ts'
import { chatRoomQuery } from './chat.hooks.ts'
import { ChatBan, ChatBanList, chatBanPath, chatBansPath, timeOutMinutes } from './chat-bans.contract.ts'

const bansQuery = (livestreamId: number) => read(chatBansPath(livestreamId), ChatBanList)
export const useBans = (livestreamId: number) => useQuery(bansQuery(livestreamId))

export type ModeratorAct = 'delete' | 'timeOut' | 'ban'

/** What can be done about a message. Those who watch are told by the server. */
export function useModeration(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ messageId, act }: { messageId: number; act: ModeratorAct }) => {
      if (act === 'delete') return send('DELETE', chatMessagePath(livestreamId, messageId), Nothing)
      const minutes = act === 'timeOut' ? { minutes: timeOutMinutes } : {}
      return send('POST', chatBansPath(livestreamId), ChatBan, { messageId, ...minutes })
    },
    onSuccess: () => cache.invalidateQueries(bansQuery(livestreamId)),
  })
}

export function useUnban(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (banId: number) => send('DELETE', chatBanPath(livestreamId, banId), Nothing),
    onSuccess: () => cache.invalidateQueries(bansQuery(livestreamId)),
  })
}

export function useChangeRoom(livestreamId: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: ChatRoomChange) => send('PATCH', chatRoomPath(livestreamId), ChatRoom, change),
    onSuccess: (room) => cache.setQueryData(chatRoomQuery(livestreamId).queryKey, room),
  })
}
