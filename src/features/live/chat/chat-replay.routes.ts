import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { canSeeLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { getChatReplay } from './chat-replay.contract.ts'
import { findRecordedChat, listReplay } from './chat-replay.store.ts'

export const chatReplayRoutes = [
  implement(getChatReplay, async ({ params, query, member, ctx }) => {
    const chat = await findRecordedChat(ctx.db, params.id, params.recordingId)
    const isVisible = chat && canSeeLivestream(member, { ...chat, user: { id: chat.broadcasterId } })
    return listReplay(ctx.db, found(isVisible ? chat : null, 'Recording'), query.from)
  }),
]
