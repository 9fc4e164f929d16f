import { found } from '#kernel/errors.ts'
import { allowed, type Context, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canEndLivestream, canSeeLivestream } from './livestreams.contract.ts'
import { findLivestream } from './livestreams.store.ts'
import { presentRecording } from './presented-recordings.ts'
import {
  deleteRecording,
  getRecording,
  listLivestreamRecordings,
  listOwnRecordings,
  notYoursToDeleteRecording,
} from './recordings.contract.ts'
import {
  deleteRecordingRow,
  findRecording,
  listRecordings,
  listRecordingsOf,
  type RecordingRow,
} from './recordings.store.ts'

export const recordingRoutes = [
  implement(listLivestreamRecordings, async ({ params, member, ctx }) => {
    const stream = await findLivestream(ctx.db, params.id)
    const { id } = found(stream && canSeeLivestream(member, stream) ? stream : null, 'Livestream')
    return (await listRecordings(ctx.db, id)).map((row) => presentRecording(ctx.streaming, row))
  }),
  implement(listOwnRecordings, async ({ member, ctx }) =>
    (await listRecordingsOf(ctx.db, member.id)).map((row) => presentRecording(ctx.streaming, row)),
  ),
  implement(getRecording, async (call) =>
    presentRecording(call.ctx.streaming, seen(call.member, await recordingOf(call))),
  ),
  implement(deleteRecording, async (call) => {
    const { member, ctx } = call
    const row = await recordingOf(call)
    // As with livestreams, administrators may delete recordings that they cannot see.
    allowed(canEndLivestream(member, member.role === 'admin' ? row : seen(member, row)), notYoursToDeleteRecording)
    if (row.provider === ctx.streaming.kind) await ctx.streaming.removeRecording(row.recordingId)
    found((await deleteRecordingRow(ctx.db, row.id)) || null, 'Recording')
    return null
  }),
]

interface Asking {
  params: { id: number; recordingId: number }
  ctx: Context
}

const recordingOf = async ({ params, ctx }: Asking): Promise<RecordingRow> =>
  found(await findRecording(ctx.db, params.id, params.recordingId), 'Recording')

/** @throws AppError not_found also for what the caller may not see */
const seen = (caller: Member | null, row: RecordingRow): RecordingRow =>
  found(canSeeLivestream(caller, row) ? row : null, 'Recording')
