import { type Demo, type DemoPart, daysBefore } from '#kernel/demo.ts'
import { backdateLivestream } from './broadcasts.store.ts'
import { makeLivestream, stopIngest } from './livestream-changes.ts'
import { LivestreamInput } from './livestreams.contract.ts'

const eveningHours = 18

/** Creates one upcoming and one past livestream. */
export const livestreamsDemo: DemoPart = async (demo) => {
  const { ctx } = demo
  const id = await add(demo, 'lotte', {
    title: 'Reading a compiler aloud',
    description: 'From the first line of Sprout to the last, with a stop at every question.',
  })
  await stopIngest(ctx, id)
  const startedAt = daysBefore(demo, 6)
  const endedAt = new Date(startedAt.getTime() + 5_400_000)
  await backdateLivestream(ctx.db, id, { createdAt: daysBefore(demo, 8), startedAt, endedAt, maxViewers: 41 })

  const evening = daysBefore(demo, -3)
  evening.setUTCHours(eveningHours, 0, 0, 0)
  const next = await add(demo, 'mirela', {
    title: 'Query plans, live',
    description: 'Bring a slow query. We’ll read its plan together and try to make it faster, on a real database.',
    scheduledAt: evening.toISOString(),
  })
  const past = { startedAt: null, endedAt: null, maxViewers: 0 }
  await backdateLivestream(ctx.db, next, { createdAt: daysBefore(demo, 2), ...past })
}

async function add({ ctx, members }: Demo, owner: string, fields: object): Promise<number> {
  const member = members.find(({ username }) => username === owner)
  if (!member) throw new Error(`The demo has no member ${owner}`)
  return (await makeLivestream(ctx, member.id, LivestreamInput.parse(fields))).id
}
