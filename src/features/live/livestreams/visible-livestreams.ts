import { found } from '#kernel/errors.ts'
import type { Call, Member } from '#kernel/http.ts'
import { canSeeLivestream } from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow } from './livestreams.store.ts'

interface LivestreamCall extends Pick<Call<Member | null>, 'ctx' | 'member'> {
  params: { id: number }
}

/** @throws AppError not_found */
export async function anyLivestream({ params, ctx }: LivestreamCall): Promise<LivestreamRow> {
  return found(await findLivestream(ctx.db, params.id), 'Livestream')
}

/** @throws AppError not_found, also for livestreams that the caller may not see */
export async function visibleLivestream(call: LivestreamCall): Promise<LivestreamRow> {
  const row = await anyLivestream(call)
  return found(canSeeLivestream(call.member, row) ? row : null, 'Livestream')
}
