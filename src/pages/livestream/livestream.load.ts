import { ChatRoom } from '#features/live/chat/chat.contract.ts'
import { chatQuery, chatRoomQuery } from '#features/live/chat/chat.hooks.ts'
import { findRoom } from '#features/live/chat/chat-rooms.store.ts'
import { listLatestMessages } from '#features/live/chat/chat.store.ts'
import type { livestreamAddress, livestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { isUpcoming, type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { findLivestream, listLivestreams } from '#features/live/livestreams/livestreams.store.ts'
import { presentLivestream } from '#features/live/livestreams/livestream-presenter.ts'
import { livestreamListQuery, livestreamQuery } from '#features/live/livestreams/watching.hooks.ts'
import { presentRecording } from '#features/live/livestreams/recording-presenter.ts'
import { recordingListQuery } from '#features/live/livestreams/recordings.hooks.ts'
import { listRecordings } from '#features/live/livestreams/recordings.store.ts'
import { preload } from '#web/preload.ts'
import type { Load, LoadContext, Loaded } from '../page.ts'
import { nextStream, upcomingKey } from './upcoming.ts'

/** Loads the first livestream in the list. */
export const loadFirstLivestream: Load<typeof livestreamsAddress> = async (ctx) => {
  const list = await listOf(ctx)
  return { entries: [preload(livestreamListQuery, list), ...(list[0] ? await entriesOf(list[0], list, ctx) : [])] }
}

export const loadLivestream: Load<typeof livestreamAddress> = async (ctx, { params: { id } }) => {
  const [row, list] = await Promise.all([findLivestream(ctx.db, id), listOf(ctx)])
  // Pages are rendered for visitors, so private livestreams return 404.
  if (!row?.isPublic) return { status: 404, entries: [preload(livestreamQuery(id), null)] }
  const stream = presentLivestream(ctx.streaming, row)
  return { entries: [preload(livestreamListQuery, list), ...(await entriesOf(stream, list, ctx))] }
}

const listOf = async ({ db, clock, streaming }: LoadContext): Promise<Livestream[]> =>
  (await listLivestreams(db, clock.now())).map((row) => presentLivestream(streaming, row))

async function entriesOf(
  stream: Livestream,
  list: Livestream[],
  { db, clock, streaming }: LoadContext,
): Promise<Loaded['entries']> {
  const next = nextStream(list, stream.id)
  const [messages, room, recordings] = await Promise.all([
    listLatestMessages(db, stream.id),
    findRoom(db, stream.id),
    listRecordings(db, stream.id),
  ])
  return [
    preload(livestreamQuery(stream.id), stream),
    [upcomingKey(stream.id), isUpcoming(stream, clock.now())],
    ...(next ? [[upcomingKey(next.id), isUpcoming(next, clock.now())] satisfies Loaded['entries'][number]] : []),
    preload(
      recordingListQuery(stream.id),
      recordings.map((row) => presentRecording(streaming, row)),
    ),
    preload(chatQuery(stream.id), messages),
    ...(room ? [preload(chatRoomQuery(stream.id), ChatRoom.parse(room))] : []),
  ]
}
