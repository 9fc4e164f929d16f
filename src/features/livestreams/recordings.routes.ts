import { found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canEndLivestream, canSeeLivestream } from './livestreams.contract.ts'
import { findLivestream } from './livestreams.store.ts'
import { presentRecording } from './presented-recordings.ts'
import { myRecordingsPath, notYoursToDeleteRecording, recordingPath, recordingsPath } from './recordings.contract.ts'
import {
  deleteRecording,
  findRecording,
  listRecordings,
  listRecordingsOf,
  type RecordingRow,
} from './recordings.store.ts'

export const recordingRoutes = [
  route(
    'GET',
    recordingsPath(':id'),
    asAnyone(async ({ params, member, ctx }) => {
      const stream = await findLivestream(ctx.db, IdText.parse(params.id))
      const { id } = found(stream && canSeeLivestream(member, stream) ? stream : null, 'Livestream')
      return (await listRecordings(ctx.db, id)).map((row) => presentRecording(ctx.streaming, row))
    }),
    { kept: [], isPersonal: true, changesWith: ['livestreams', 'members'] },
  ),
  route(
    'GET',
    myRecordingsPath,
    asMember(async ({ member, ctx }) =>
      (await listRecordingsOf(ctx.db, member.id)).map((row) => presentRecording(ctx.streaming, row)),
    ),
  ),
  route(
    'GET',
    recordingPath(':id', ':recordingId'),
    asAnyone(async (call) => presentRecording(call.ctx.streaming, seen(call.member, await recordingOf(call)))),
  ),
  route(
    'DELETE',
    recordingPath(':id', ':recordingId'),
    asMember(async (call) => {
      const { member, ctx } = call
      const row = await recordingOf(call)
      // As with livestreams: administrators end what they may not see, too.
      allowed(canEndLivestream(member, member.role === 'admin' ? row : seen(member, row)), notYoursToDeleteRecording)
      if (row.provider === ctx.streaming.kind) await ctx.streaming.removeRecording(row.recordingId)
      found((await deleteRecording(ctx.db, row.id)) || null, 'Recording')
      await ctx.announce('livestreams', 'removals')
      return null
    }),
    { limits: [perMember('livestream changes', 240, 3600)] },
  ),
]

const recordingOf = async ({ params, ctx }: Call<Member | null>): Promise<RecordingRow> =>
  found(await findRecording(ctx.db, IdText.parse(params.id), IdText.parse(params.recordingId)), 'Recording')

/** @throws AppError not_found also for what the caller may not see */
const seen = (caller: Member | null, row: RecordingRow): RecordingRow =>
  found(canSeeLivestream(caller, row) ? row : null, 'Recording')
