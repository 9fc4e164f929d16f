import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { tooMany } from '#kernel/limits.ts'
import type { BrowserBroadcasts } from '#providers/streaming/streaming.ts'
import {
  endBroadcast,
  onlyFromSoftware,
  openBroadcast,
  partType,
  sendBroadcastPart,
} from './browser-broadcasts.contract.ts'
import { maxPartBytes } from '#providers/streaming/streaming.contract.ts'
import { isLivestreamOwner, createdElsewhere, notYoursToChange } from './livestreams.contract.ts'
import { streamKeyOf } from './stream-keys.ts'
import { visibleLivestream } from './visible-livestreams.ts'

/** Broadcasts from a browser. There are several parts per second, so only the session is checked. */
export const browserBroadcastRoutes = [
  implement(openBroadcast, async (call) => {
    const { member, ctx } = call
    const row = await visibleLivestream(call)
    allowed(isLivestreamOwner(member, row), notYoursToChange())
    if (row.provider !== ctx.streaming.kind) throw new AppError('conflict', createdElsewhere())
    if (!ctx.streaming.browsers) throw new AppError('conflict', onlyFromSoftware())
    return created({ session: await ctx.streaming.browsers.open(ownerOf(call), streamKeyOf(ctx.sealing, row)) })
  }),
  implement(sendBroadcastPart, async (call) => {
    const { request, query, params, ctx } = call
    const part = await withPartSlot(call.member, () => readPart(request))
    return { next: await browsersOf(ctx).append(ownerOf(call), params.session, query.from, part) }
  }),
  implement(endBroadcast, async (call) => {
    await browsersOf(call.ctx).end(ownerOf(call), call.params.session)
    return null
  }),
]

const browsersOf = ({ streaming }: Context): BrowserBroadcasts => found(streaming.browsers, 'Broadcast')

const ownerOf = ({ params, member }: { params: { id: number }; member: Member }): string => `${params.id}/${member.id}`

/** Browsers send one part at a time. Parts are buffered in memory until complete. */
const maxConcurrentParts = 8
const arrivingByMember = new Map<number, number>()

async function withPartSlot<T>({ id }: Member, work: () => Promise<T>): Promise<T> {
  const before = arrivingByMember.get(id) ?? 0
  if (before >= maxConcurrentParts) throw tooMany(1)
  arrivingByMember.set(id, before + 1)
  try {
    return await work()
  } finally {
    const left = arrivingByMember.get(id)! - 1
    if (left > 0) arrivingByMember.set(id, left)
    else arrivingByMember.delete(id)
  }
}

async function readPart(request: Request): Promise<Buffer<ArrayBuffer>> {
  const type = request.headers.get('content-type')
  if (type !== partType) throw new AppError('unsupported_type', t('A part must be sent as {partType}.', { partType }))
  const part = await limitedBytes(request, maxPartBytes)
  if (!part)
    throw new AppError('too_large', t('A part can be at most {kibibytes} KiB.', { kibibytes: maxPartBytes / 1024 }))
  return part
}
