import { found } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canSeeLivestream } from '#features/livestreams/livestreams.contract.ts'
import { chatReplayPath, ChatReplayQuery } from './chat-replay.contract.ts'
import { findRecordedChat, listReplay } from './chat-replay.store.ts'

export const chatReplayRoutes = [
  route(
    'GET',
    chatReplayPath(':id', ':recordingId'),
    asAnyone(async ({ params, query, member, ctx }) => {
      const { from } = ChatReplayQuery.parse(query)
      const chat = await findRecordedChat(ctx.db, IdText.parse(params.id), IdText.parse(params.recordingId))
      const isSeen = chat && canSeeLivestream(member, { ...chat, user: { id: chat.broadcasterId } })
      return listReplay(ctx.db, found(isSeen ? chat : null, 'Recording'), from)
    }),
    { kept: ['from'], isPersonal: true },
  ),
]
