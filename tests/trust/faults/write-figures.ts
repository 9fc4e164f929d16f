import type { Db } from '#kernel/db.ts'
import type { Figure } from './figures.ts'
import type { MentionTarget } from './mention-target.ts'
import type { Write } from './writers.ts'
import { compareWrites } from './written.store.ts'

/** A lost worker's jobs are unlocked within a minute, and a failed attempt is repeated after a few minutes. */
const deliveryLimitMs = 300_000

/** Returns how many writes were acknowledged, lost, or stored twice. */
export async function writeFigures(db: Db, writes: readonly Write[]): Promise<Figure[]> {
  const { lost, repeated, unconfirmed } = await compareWrites(db, writes)
  const acknowledged = writes.filter(({ acknowledgedMs }) => acknowledgedMs !== null).length
  return [
    { name: 'acknowledged writes', value: acknowledged },
    { name: 'acknowledged writes lost', value: lost.length, isGood: lost.length === 0 },
    { name: 'writes stored twice', value: repeated.length, isGood: repeated.length === 0 },
    { name: 'unacknowledged writes', value: writes.length - acknowledged },
    { name: 'unacknowledged writes stored', value: unconfirmed.length },
  ]
}

/** Returns how many times jobs ran: each link in an acknowledged post is one job that sends a webmention. */
export async function deliveryFigures(target: MentionTarget, writes: readonly Write[]): Promise<Figure[]> {
  const pages = writes.flatMap(({ target: page, acknowledgedMs }) => (page && acknowledgedMs !== null ? [page] : []))
  const missing = await target.missing(pages, deliveryLimitMs)
  const repeated = pages.filter((page) => target.arrivalsOf(page) > 1)
  return [
    { name: 'jobs expected', value: pages.length },
    { name: 'jobs that did not run', value: missing.length, isGood: missing.length === 0 },
    { name: 'jobs that ran twice', value: repeated.length },
  ]
}
