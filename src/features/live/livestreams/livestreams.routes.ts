import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Call, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  allowIngest,
  editLivestream,
  makeLivestream,
  removeLivestream,
  renewLivestreamKey,
  stopIngest,
} from './livestream-changes.ts'
import {
  canEndLivestream,
  createLivestream,
  deleteLivestream,
  disableLivestream,
  enableLivestream,
  getLivestream,
  isInThePast,
  isLivestreamOwner,
  listOwnLivestreams,
  listPublicLivestreams,
  notYoursToChange,
  notYoursToDelete,
  notYoursToDisable,
  renewStreamKey,
  updateLivestream,
} from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow, listLivestreams, listLivestreamsOf } from './livestreams.store.ts'
import { presentLivestream, presentOwnLivestream } from './livestream-presenter.ts'
import { anyLivestream, visibleLivestream } from './visible-livestreams.ts'

export const livestreamRoutes = [
  implement(listPublicLivestreams, async ({ ctx }) =>
    (await listLivestreams(ctx.db, ctx.clock.now())).map((row) => presentLivestream(ctx.streaming, row)),
  ),
  implement(listOwnLivestreams, async ({ member, ctx }) =>
    Promise.all((await listLivestreamsOf(ctx.db, member.id)).map((row) => presentOwnLivestream(ctx, row))),
  ),
  implement(createLivestream, async ({ body, member, ctx }) => {
    refusePast(ctx, body.scheduledAt)
    const row = await makeLivestream(ctx, member.id, body)
    return created(await presentOwnLivestream(ctx, row))
  }),
  implement(getLivestream, async (call) => presentLivestream(call.ctx.streaming, await visibleLivestream(call))),
  implement(updateLivestream, async (call) => {
    const { body, ctx } = call
    const row = await ownedLivestream(call)
    if (body.scheduledAt !== row.scheduledAt?.toISOString()) refusePast(ctx, body.scheduledAt ?? null)
    await editLivestream(ctx, row.id, body)
    return presentOwnLivestream(ctx, await currentRow(ctx, row.id))
  }),
  implement(enableLivestream, async (call) => {
    const { ctx } = call
    const { id } = await ownedLivestream(call)
    await allowIngest(ctx, id)
    return presentOwnLivestream(ctx, await currentRow(ctx, id))
  }),
  implement(disableLivestream, async (call) => {
    const { member, ctx } = call
    const row = await administeredLivestream(call)
    allowed(canEndLivestream(member, row), notYoursToDisable())
    await stopIngest(ctx, row.id)
    const current = await currentRow(ctx, row.id)
    return isLivestreamOwner(member, row)
      ? presentOwnLivestream(ctx, current)
      : presentLivestream(ctx.streaming, current)
  }),
  implement(renewStreamKey, async (call) => {
    const { ctx } = call
    const { id } = await ownedLivestream(call)
    await renewLivestreamKey(ctx, id)
    return presentOwnLivestream(ctx, await currentRow(ctx, id))
  }),
  implement(deleteLivestream, async (call) => {
    const row = await administeredLivestream(call)
    allowed(canEndLivestream(call.member, row), notYoursToDelete())
    await removeLivestream(call.ctx, row.id)
    return null
  }),
]

interface LivestreamCall extends Pick<Call<Member>, 'ctx' | 'member'> {
  params: { id: number }
}

/** @throws AppError not_found, forbidden */
async function ownedLivestream(call: LivestreamCall): Promise<LivestreamRow> {
  const row = await visibleLivestream(call)
  allowed(isLivestreamOwner(call.member, row), notYoursToChange())
  return row
}

/** Like {@link visibleLivestream}, but administrators may also end livestreams that they cannot see. */
async function administeredLivestream(call: LivestreamCall): Promise<LivestreamRow> {
  return call.member.role === 'admin' ? anyLivestream(call) : visibleLivestream(call)
}

const currentRow = async ({ db }: Context, id: number): Promise<LivestreamRow> =>
  found(await findLivestream(db, id), 'Livestream')

/** Allows for clock skew and for the time needed to fill out the form. */
const toleranceMs = 300_000

function refusePast({ clock }: Context, scheduledAt: string | null): void {
  if (scheduledAt === null || Date.parse(scheduledAt) > clock.now() - toleranceMs) return
  throw new AppError('invalid_input', isInThePast(), { issues: [{ path: 'scheduledAt', message: isInThePast() }] })
}
