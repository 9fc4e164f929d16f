import { AppError, found } from '#kernel/errors.ts'
import { allowed, asMember, type Call, type Context, created, type Member, route } from '#kernel/http.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { tooMany } from '#kernel/limits.ts'
import { perMember } from '#kernel/limits.contract.ts'
import type { BrowserBroadcasts } from '#providers/streaming/streaming.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import {
  broadcastPartPath,
  broadcastPath,
  FromText,
  maxPartBytes,
  onlyFromSoftware,
  partType,
} from './browser-broadcasts.contract.ts'
import { isLivestreamOwner, madeElsewhere, notYoursToChange } from './livestreams.contract.ts'
import { seenLivestream } from './seen-livestreams.ts'

/** A member broadcasts from the browser. A part comes several times a second: whose the session is, is known by itself. */
export const browserBroadcastRoutes = [
  route(
    'POST',
    broadcastPath(':id'),
    asMember(async (call) => {
      const { member, ctx } = call
      const row = await seenLivestream(call)
      allowed(isLivestreamOwner(member, row), notYoursToChange)
      if (row.provider !== ctx.streaming.kind) throw new AppError('conflict', madeElsewhere)
      if (!ctx.streaming.browsers) throw new AppError('conflict', onlyFromSoftware)
      return created({ session: await ctx.streaming.browsers.open(ownerOf(call), row.streamKey) })
    }),
    { limits: [perMember('broadcasts', 240, 3600)] },
  ),
  route(
    'POST',
    broadcastPartPath(':id', ':session'),
    asMember(async (call) => {
      const { request, query, params, ctx } = call
      const from = FromText.parse(query.from)
      const part = await arriving(call.member, () => partIn(request))
      return { next: await browsersOf(ctx).take(ownerOf(call), params.session!, from, part) }
    }),
    // Several parts per second are normal; the session and `mostArriving` limit them.
    { isBusy: true, limits: [] },
  ),
  route(
    'DELETE',
    broadcastPartPath(':id', ':session'),
    asMember(async (call) => {
      await browsersOf(call.ctx).end(ownerOf(call), call.params.session!)
      return null
    }),
  ),
]

const browsersOf = ({ streaming }: Context): BrowserBroadcasts => found(streaming.browsers, 'Broadcast')

const ownerOf = ({ params, member }: Call<Member>): string => `${IdText.parse(params.id)}/${member.id}`

/** A browser sends one part after the other; they are held in memory while they arrive, however slowly. */
const mostArriving = 8
const arrivingOf = new Map<number, number>()

async function arriving<T>({ id }: Member, work: () => Promise<T>): Promise<T> {
  const before = arrivingOf.get(id) ?? 0
  if (before >= mostArriving) throw tooMany(1)
  arrivingOf.set(id, before + 1)
  try {
    return await work()
  } finally {
    const left = arrivingOf.get(id)! - 1
    if (left > 0) arrivingOf.set(id, left)
    else arrivingOf.delete(id)
  }
}

async function partIn(request: Request): Promise<Buffer<ArrayBuffer>> {
  const type = request.headers.get('content-type')
  if (type !== partType) throw new AppError('unsupported_type', `A part is sent as ${partType}.`)
  const part = await limitedBytes(request, maxPartBytes)
  if (!part) throw new AppError('too_large', `A part is at most ${maxPartBytes / 1024} KiB.`)
  return part
}
