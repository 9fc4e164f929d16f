import { found } from '#kernel/errors.ts'
import { EventStream } from '#kernel/event-stream.ts'
import { asAnyone, type Call, created, type Member, route } from '#kernel/http.ts'
import { perAddress, perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canSeeLivestream, livestreamEventsPath } from '#features/livestreams/livestreams.contract.ts'
import { ChatInput, chatPath, ChatQuery, chatRoomPath } from './chat.contract.ts'
import { findRoom, type RoomRow } from './chat-rooms.store.ts'
import { postMessage } from './post-message.ts'

/** What viewers ask for all the time is kept; whoever may see more says who they are. */
const kept = { kept: [] as string[], isPersonal: true, isBusy: true }

export const chatRoutes = [
  route(
    'GET',
    chatPath(':id'),
    asAnyone(async (call) => {
      const { after } = ChatQuery.parse(call.query)
      const room = await watched(call)
      return after === undefined ? room.latest() : room.after(after)
    }),
    { ...kept, kept: ['after'], version: ({ chatRooms }, { id }) => chatRooms.versionOf(Number(id)) },
  ),
  route(
    'POST',
    chatPath(':id'),
    asAnyone(async (call) => {
      const livestreamId = IdText.parse(call.params.id)
      const input = ChatInput.parse(await call.body())
      const room = seen(call.member, await findRoom(call.ctx.db, livestreamId))
      return created(await postMessage(call, { ...input, livestreamId, room }))
    }),
    { limits: [perAddress('chat', 30, 30), perMember('chat of a member', 15, 30)] },
  ),
  route(
    'GET',
    chatRoomPath(':id'),
    asAnyone(async (call) => (await watched(call)).shown()),
    kept,
  ),
  route(
    'GET',
    livestreamEventsPath(':id'),
    asAnyone(async (call) => {
      const { after = null } = ChatQuery.parse(call.query)
      const room = await watched(call)
      const { after: last = after } = ChatQuery.parse({ after: call.request.headers.get('last-event-id') ?? undefined })
      const isBroadcaster = call.member?.id === room.row().broadcasterId
      const leave = call.ctx.chatRooms.admit(call.ip)
      return new EventStream((line) => {
        const stop = room.follow(line, last, isBroadcaster)
        return () => {
          stop()
          leave()
        }
      })
    }),
  ),
]

async function watched({ params, member, ctx }: Call<Member | null>) {
  const room = found(await ctx.chatRooms.open(IdText.parse(params.id)), 'Livestream')
  seen(member, room.row())
  return room
}

/** @throws AppError not_found also for what the caller may not see */
function seen(caller: Member | null, room: RoomRow | null): RoomRow {
  const { broadcasterId, isPublic } = found(room, 'Livestream')
  return found(canSeeLivestream(caller, { isPublic, user: { id: broadcasterId } }) ? room : null, 'Livestream')
}
