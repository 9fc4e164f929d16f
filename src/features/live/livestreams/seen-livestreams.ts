import { found } from '#kernel/errors.ts'
import type { Call, Member } from '#kernel/http.ts'
import { canSeeLivestream } from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow } from './livestreams.store.ts'

interface Asking extends Pick<Call<Member | null>, 'ctx' | 'member'> {
  params: { id: number }
}

/** @throws AppError not_found */
export async function livestreamOf({ params, ctx }: Asking): Promise<LivestreamRow> {
  return found(await findLivestream(ctx.db, params.id), 'Livestream')
}

/** @throws AppError not_found also for what the caller may not see */
export async function seenLivestream(call: Asking): Promise<LivestreamRow> {
  const row = await livestreamOf(call)
  return found(canSeeLivestream(call.member, row) ? row : null, 'Livestream')
}
