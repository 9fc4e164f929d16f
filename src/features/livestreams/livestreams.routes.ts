import { AppError, found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, type Context, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import {
  disableLivestream,
  editLivestream,
  enableLivestream,
  makeLivestream,
  removeLivestream,
  renewLivestreamKey,
} from './livestream-changes.ts'
import {
  canEndLivestream,
  disablePath,
  enablePath,
  isInThePast,
  isLivestreamOwner,
  LivestreamChange,
  LivestreamInput,
  livestreamPath,
  livestreamsPath,
  myLivestreamsPath,
  notYoursToChange,
  notYoursToDelete,
  notYoursToDisable,
  renewKeyPath,
} from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow, listLivestreams, listLivestreamsOf } from './livestreams.store.ts'
import { presentLivestream, presentOwnLivestream } from './presented-livestreams.ts'
import { livestreamOf, seenLivestream } from './seen-livestreams.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    livestreams: true
  }
}

const changes = { limits: [perMember('livestream changes', 240, 3600)] }

export const livestreamRoutes = [
  route(
    'GET',
    livestreamsPath,
    asAnyone(async ({ ctx }) =>
      (await listLivestreams(ctx.db, ctx.clock.now())).map((row) => presentLivestream(ctx.streaming, row)),
    ),
  ),
  route(
    'GET',
    myLivestreamsPath,
    asMember(async ({ member, ctx }) =>
      Promise.all((await listLivestreamsOf(ctx.db, member.id)).map((row) => presentOwnLivestream(ctx.streaming, row))),
    ),
  ),
  route(
    'POST',
    livestreamsPath,
    asMember(async ({ body, member, ctx }) => {
      const input = LivestreamInput.parse(await body())
      refusePast(ctx, input.scheduledAt)
      const id = await makeLivestream(ctx, member.id, input)
      await ctx.announce('livestreams')
      return created(await ownLivestream(ctx, id))
    }),
    { limits: [perMember('livestreams', 30, 3600)] },
  ),
  route(
    'GET',
    livestreamPath(':id'),
    asAnyone(async (call) => presentLivestream(call.ctx.streaming, await seenLivestream(call))),
  ),
  route(
    'PATCH',
    livestreamPath(':id'),
    asMember(async (call) => {
      const { body, member, ctx } = call
      const change = LivestreamChange.parse(await body())
      const row = await seenLivestream(call)
      allowed(isLivestreamOwner(member, row), notYoursToChange)
      if (change.scheduledAt !== row.scheduledAt?.toISOString()) refusePast(ctx, change.scheduledAt ?? null)
      await editLivestream(ctx, row.id, change)
      await ctx.announce('livestreams', 'removals')
      return ownLivestream(ctx, row.id)
    }),
    changes,
  ),
  route(
    'POST',
    enablePath(':id'),
    asMember(async (call) => {
      const row = await seenLivestream(call)
      allowed(isLivestreamOwner(call.member, row), notYoursToChange)
      return afterChange(call, row, enableLivestream)
    }),
    changes,
  ),
  route(
    'POST',
    disablePath(':id'),
    asMember(async (call) => {
      const row = await administeredLivestream(call)
      allowed(canEndLivestream(call.member, row), notYoursToDisable)
      return afterChange(call, row, disableLivestream)
    }),
    changes,
  ),
  route(
    'POST',
    renewKeyPath(':id'),
    asMember(async (call) => {
      const row = await seenLivestream(call)
      allowed(isLivestreamOwner(call.member, row), notYoursToChange)
      return afterChange(call, row, renewLivestreamKey)
    }),
    changes,
  ),
  route(
    'DELETE',
    livestreamPath(':id'),
    asMember(async (call) => {
      const row = await administeredLivestream(call)
      allowed(canEndLivestream(call.member, row), notYoursToDelete)
      await removeLivestream(call.ctx, row.id)
      await call.ctx.announce('livestreams', 'removals')
      return null
    }),
    changes,
  ),
]

/** As {@link seenLivestream}; administrators end what they may not see, too. */
async function administeredLivestream(call: Call<Member>): Promise<LivestreamRow> {
  return call.member.role === 'admin' ? livestreamOf(call) : seenLivestream(call)
}

async function afterChange(
  { ctx, member }: Call<Member>,
  row: LivestreamRow,
  change: (ctx: Context, id: number) => Promise<void>,
) {
  await change(ctx, row.id)
  await ctx.announce('livestreams', 'removals')
  if (isLivestreamOwner(member, row)) return ownLivestream(ctx, row.id)
  return presentLivestream(ctx.streaming, found(await findLivestream(ctx.db, row.id), 'Livestream'))
}

const ownLivestream = async (ctx: Context, id: number) =>
  presentOwnLivestream(ctx.streaming, found(await findLivestream(ctx.db, id), 'Livestream'))

/** Clocks differ, and forms take a while. */
const toleranceMs = 300_000

function refusePast({ clock }: Context, scheduledAt: string | null): void {
  if (scheduledAt === null || Date.parse(scheduledAt) > clock.now() - toleranceMs) return
  throw new AppError('invalid_input', isInThePast, { issues: [{ path: 'scheduledAt', message: isInThePast }] })
}
