import { AppError, found } from '#kernel/errors.ts'
import { allowed, asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canSeeLivestream } from '#features/livestreams/livestreams.contract.ts'
import {
  canModerateChat,
  chatMessagePath,
  ChatRoom,
  ChatRoomChange,
  chatRoomPath,
  EntryIdText,
} from './chat.contract.ts'
import { deleteMessage } from './chat.store.ts'
import { ChatBanInput, chatBanPath, chatBansPath, notToBeBanned, notYoursToModerate } from './chat-bans.contract.ts'
import { ban, findWriter, listBans, unban } from './chat-bans.store.ts'
import { changeRoom, findRoom, type RoomRow } from './chat-rooms.store.ts'

export const chatModerationRoutes = [
  route(
    'PATCH',
    chatRoomPath(':id'),
    asMember(async (call) => {
      const change = ChatRoomChange.parse(await call.body())
      const { id } = await moderated(call)
      await changeRoom(call.ctx.db, id, change)
      await call.ctx.chatRooms.hint(id)
      return ChatRoom.parse(found(await findRoom(call.ctx.db, id), 'Livestream'))
    }),
  ),
  route(
    'DELETE',
    chatMessagePath(':id', ':messageId'),
    asMember(async (call) => {
      const messageId = EntryIdText.parse(call.params.messageId)
      const { id } = await moderated(call)
      found((await deleteMessage(call.ctx.db, id, messageId)) || null, 'Message')
      await call.ctx.chatRooms.hint(id)
      await call.ctx.announce('removals')
      return null
    }),
  ),
  route(
    'GET',
    chatBansPath(':id'),
    asMember(async (call) => listBans(call.ctx.db, (await moderated(call)).room.broadcasterId)),
  ),
  route(
    'POST',
    chatBansPath(':id'),
    asMember(async (call) => {
      const { ctx, body } = call
      const { messageId, minutes } = ChatBanInput.parse(await body())
      const { id, room } = await moderated(call)
      const writer = found(await findWriter(ctx.db, id, messageId), 'Message')
      const isModerator = writer.role === 'admin' || writer.memberId === room.broadcasterId
      if (isModerator) throw new AppError('conflict', notToBeBanned)
      const until = minutes === undefined ? null : new Date(ctx.clock.now() + minutes * 60_000)
      const made = await ban(ctx.db, { livestreamId: id, ownerId: room.broadcasterId, writer, until })
      await ctx.chatRooms.hint(id)
      await ctx.announce('removals')
      return created(made)
    }),
  ),
  route(
    'DELETE',
    chatBanPath(':id', ':banId'),
    asMember(async (call) => {
      const banId = IdText.parse(call.params.banId)
      const { room } = await moderated(call)
      await unban(call.ctx.db, room.broadcasterId, banId)
      return null
    }),
  ),
]

/** The livestream whose chat the caller moderates. */
async function moderated({ params, member, ctx }: Call<Member>): Promise<{ id: number; room: RoomRow }> {
  const id = IdText.parse(params.id)
  const room = found(await findRoom(ctx.db, id), 'Livestream')
  const isSeen = canSeeLivestream(member, { isPublic: room.isPublic, user: { id: room.broadcasterId } })
  const isModerator = canModerateChat(member, room.broadcasterId)
  if (!isSeen && !isModerator) throw new AppError('not_found', 'Livestream not found')
  allowed(isModerator, notYoursToModerate)
  return { id, room }
}
