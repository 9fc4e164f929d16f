import { found } from '#kernel/errors.ts'
import { allowed, type Context, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canEndLivestream, canSeeLivestream } from './livestreams.contract.ts'
import { findLivestream } from './livestreams.store.ts'
import { presentRecording } from './recording-presenter.ts'
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
    presentRecording(call.ctx.streaming, ensureVisible(call.member, await requestedRecording(call))),
  ),
  implement(deleteRecording, async (call) => {
    const { member, ctx } = call
    const row = await requestedRecording(call)
    // As with livestreams, administrators may delete recordings that they cannot see.
    allowed(
      canEndLivestream(member, member.role === 'admin' ? row : ensureVisible(member, row)),
      notYoursToDeleteRecording(),
    )
    if (row.provider === ctx.streaming.kind) await ctx.streaming.removeRecording(row.recordingId)
    found((await deleteRecordingRow(ctx.db, row.id)) || null, 'Recording')
    return null
  }),
]

interface RecordingCall {
  params: { id: number; recordingId: number }
  ctx: Context
}

const requestedRecording = async ({ params, ctx }: RecordingCall): Promise<RecordingRow> =>
  found(await findRecording(ctx.db, params.id, params.recordingId), 'Recording')

/** @throws AppError not_found, also for recordings that the caller may not see */
const ensureVisible = (caller: Member | null, row: RecordingRow): RecordingRow =>
  found(canSeeLivestream(caller, row) ? row : null, 'Recording')
