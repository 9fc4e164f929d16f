import { found } from '#kernel/errors.ts'
import { EventStream } from '#kernel/event-stream.ts'
import { implement } from '#kernel/implement.ts'
import { canSeeLivestream, ChatQuery, streamLivestreamEvents } from './livestreams.contract.ts'

export const livestreamEventRoutes = [
  implement(streamLivestreamEvents, async ({ params, query, member, request, ip, ctx }) => {
    const room = found(await ctx.chatRooms.open(params.id), 'Livestream')
    const { broadcasterId, isPublic } = room.row()
    found(canSeeLivestream(member, { isPublic, user: { id: broadcasterId } }) || null, 'Livestream')
    const { after = null } = query
    const { after: last = after } = ChatQuery.parse({ after: request.headers.get('last-event-id') ?? undefined })
    const leave = ctx.chatRooms.admit(ip)
    return new EventStream((line) => {
      const stop = room.follow(line, last, member?.id === broadcasterId)
      return () => {
        stop()
        leave()
      }
    })
  }),
]
