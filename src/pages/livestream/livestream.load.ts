import { ChatRoom } from '#features/chat/chat.contract.ts'
import { chatQuery, chatRoomQuery } from '#features/chat/chat.hooks.ts'
import { findRoom } from '#features/chat/chat-rooms.store.ts'
import { listLatestMessages } from '#features/chat/chat.store.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { isUpcoming, type Livestream } from '#features/livestreams/livestreams.contract.ts'
import { findLivestream, listLivestreams } from '#features/livestreams/livestreams.store.ts'
import { presentLivestream } from '#features/livestreams/presented-livestreams.ts'
import { livestreamListQuery, livestreamQuery } from '#features/livestreams/watching.hooks.ts'
import { presentRecording } from '#features/livestreams/presented-recordings.ts'
import { recordingListQuery } from '#features/livestreams/recordings.hooks.ts'
import { listRecordings } from '#features/livestreams/recordings.store.ts'
import type { Load, LoadContext, Loaded } from '../page.ts'
import { upcomingKey } from './upcoming.ts'

/** The first of the list. */
export const loadFirstLivestream: Load = async (ctx) => {
  const list = await listOf(ctx)
  return { entries: [[livestreamListQuery.queryKey, list], ...(list[0] ? await entriesOf(list[0], ctx) : [])] }
}

export const loadLivestream: Load = async (ctx, { params }) => {
  const id = IdText.safeParse(params.id)
  if (!id.success) return { status: 404, entries: [] }
  const [row, list] = await Promise.all([findLivestream(ctx.db, id.data), listOf(ctx)])
  // The page is made for everybody: what is not public is not there.
  if (!row?.isPublic) return { status: 404, entries: [[livestreamQuery(id.data).queryKey, null]] }
  const stream = presentLivestream(ctx.streaming, row)
  return { entries: [[livestreamListQuery.queryKey, list], ...(await entriesOf(stream, ctx))] }
}

const listOf = async ({ db, clock, streaming }: LoadContext): Promise<Livestream[]> =>
  (await listLivestreams(db, clock.now())).map((row) => presentLivestream(streaming, row))

async function entriesOf(stream: Livestream, { db, clock, streaming }: LoadContext): Promise<Loaded['entries']> {
  const [messages, room, recordings] = await Promise.all([
    listLatestMessages(db, stream.id),
    findRoom(db, stream.id),
    listRecordings(db, stream.id),
  ])
  return [
    [livestreamQuery(stream.id).queryKey, stream],
    [upcomingKey(stream.id), isUpcoming(stream, clock.now())],
    [recordingListQuery(stream.id).queryKey, recordings.map((row) => presentRecording(streaming, row))],
    [chatQuery(stream.id).queryKey, messages],
    ...(room ? [[chatRoomQuery(stream.id).queryKey, ChatRoom.parse(room)] satisfies Loaded['entries'][number]] : []),
  ]
}
