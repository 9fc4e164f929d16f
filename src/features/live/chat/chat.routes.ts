import { found } from '#kernel/errors.ts'
import { type Call, created, type Member, type Route } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canSeeLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { getChatRoom, listChatEntries, postChatMessage } from './chat.contract.ts'
import { findRoom, type RoomRow } from './chat-rooms.store.ts'
import { postMessage } from './post-message.ts'

const version: Route['version'] = ({ chatRooms }, { id }) => chatRooms.versionOf(Number(id))

export const chatRoutes = [
  implement(
    listChatEntries,
    async (call) => {
      const { after } = call.query
      const room = await openVisibleRoom(call)
      return after === undefined ? room.latest() : room.after(after)
    },
    { version },
  ),
  implement(postChatMessage, async (call) => {
    const livestreamId = call.params.id
    const room = ensureVisible(call.member, await findRoom(call.ctx.db, livestreamId))
    return created(await postMessage(call, { ...call.body, livestreamId, room }))
  }),
  implement(getChatRoom, async (call) => (await openVisibleRoom(call)).shown(), { version }),
]

interface RoomCall extends Pick<Call<Member | null>, 'ctx' | 'member'> {
  params: { id: number }
}

async function openVisibleRoom({ params, member, ctx }: RoomCall) {
  const room = found(await ctx.chatRooms.open(params.id), 'Livestream')
  ensureVisible(member, room.row())
  return room
}

/** @throws AppError not_found, also if the caller may not see the chat */
function ensureVisible(caller: Member | null, room: RoomRow | null): RoomRow {
  const { broadcasterId, isPublic } = found(room, 'Livestream')
  return found(canSeeLivestream(caller, { isPublic, user: { id: broadcasterId } }) ? room : null, 'Livestream')
}
