import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Call, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canSeeLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { canModerateChat, ChatRoom, deleteChatMessage, updateChatRoom } from './chat.contract.ts'
import { deleteMessage } from './chat.store.ts'
import { createChatBan, deleteChatBan, listChatBans, cannotBeBanned, notYoursToModerate } from './chat-bans.contract.ts'
import { ban, findWriter, listBans, unban } from './chat-bans.store.ts'
import { changeRoom, findRoom, type RoomRow } from './chat-rooms.store.ts'

export const chatModerationRoutes = [
  implement(updateChatRoom, async (call) => {
    const { body, ctx } = call
    const { id } = await moderatedRoom(call)
    await changeRoom(ctx.db, id, body)
    await ctx.chatRooms.hint(id)
    return ChatRoom.parse(found(await findRoom(ctx.db, id), 'Livestream'))
  }),
  implement(deleteChatMessage, async (call) => {
    const { params, member, ctx } = call
    const { id } = await moderatedRoom(call)
    const { memberId } = found(await findWriter(ctx.db, id, params.messageId), 'Message')
    await inTransaction(ctx.db, async (db) => {
      found((await deleteMessage(db, id, params.messageId)) || null, 'Message')
      if (memberId !== member.id)
        await audit(db, {
          action: 'chat_message.deleted',
          actor: member.id,
          subjectId: memberId,
          target: `livestream ${id}`,
        })
    })
    await ctx.chatRooms.hint(id)
    return null
  }),
  implement(listChatBans, async (call) => listBans(call.ctx.db, (await moderatedRoom(call)).room.broadcasterId)),
  implement(createChatBan, async (call) => {
    const { ctx, body, member } = call
    const { messageId, minutes } = body
    const { id, room } = await moderatedRoom(call)
    const writer = found(await findWriter(ctx.db, id, messageId), 'Message')
    const isModerator = writer.role === 'admin' || writer.memberId === room.broadcasterId
    if (isModerator) throw new AppError('conflict', cannotBeBanned())
    const until = minutes === undefined ? null : new Date(ctx.clock.now() + minutes * 60_000)
    const added = await inTransaction(ctx.db, async (db) => {
      await audit(db, {
        action: 'chat_author.banned',
        actor: member.id,
        subjectId: writer.memberId,
        target: `livestream ${id}`,
        details: { minutes: minutes ?? null },
      })
      return ban(db, { livestreamId: id, ownerId: room.broadcasterId, writer, until })
    })
    await ctx.chatRooms.hint(id)
    return created(added)
  }),
  implement(deleteChatBan, async (call) => {
    const { ctx, params, member } = call
    const { id, room } = await moderatedRoom(call)
    await inTransaction(ctx.db, async (db) => {
      const lifted = await unban(db, room.broadcasterId, params.banId)
      if (lifted)
        await audit(db, {
          action: 'chat_author.unbanned',
          actor: member.id,
          subjectId: lifted.memberId,
          target: `livestream ${id}`,
        })
    })
    return null
  }),
]

interface RoomCall extends Pick<Call<Member>, 'ctx' | 'member'> {
  params: { id: number }
}

/** Finds the chat and checks that the caller may moderate it. */
async function moderatedRoom({ params, member, ctx }: RoomCall): Promise<{ id: number; room: RoomRow }> {
  const { id } = params
  const room = found(await findRoom(ctx.db, id), 'Livestream')
  const isVisible = canSeeLivestream(member, { isPublic: room.isPublic, user: { id: room.broadcasterId } })
  const isModerator = canModerateChat(member, room.broadcasterId)
  if (!isVisible && !isModerator) throw new AppError('not_found', t('Livestream not found'))
  allowed(isModerator, notYoursToModerate())
  return { id, room }
}
