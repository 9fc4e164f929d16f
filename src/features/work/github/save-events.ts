import type { Db } from '#kernel/db.ts'
import type { GithubEvent } from '#providers/github/github.ts'
import { describeEvent } from './describe-event.ts'
import {
  addEvents,
  type DescribedEvent,
  setGithubIds,
  listKnownIds,
  listKeyedEvents,
  type KeyedEvent,
} from './github-events.store.ts'

/** An event's time in a webhook delivery may differ by a few seconds from its time in the list of events. */
const toleranceMs = 60 * 60 * 1000

/** Saves new events from GitHub's list, in a transaction that locks the account. Skips events that a webhook delivery
 *  has already reported. @returns the number of new events in the list */
export async function saveListedEvents(db: Db, accountId: number, events: GithubEvent[]): Promise<number> {
  const known = await listKnownIds(
    db,
    accountId,
    events.map(({ id }) => id),
  )
  const fresh = events
    .filter(({ id }) => !known.has(id))
    .map((event) => Object.assign(describeEvent(event), { githubId: event.id }))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (fresh.length === 0) return 0
  const waiting = await keyedEventsAround(db, accountId, fresh[0]!.createdAt, fresh.at(-1)!.createdAt)
  const delivered = new Map<string, number>()
  const unmatched = waiting.filter(({ githubId }) => githubId === null)
  for (const event of fresh) {
    const at = unmatched.findIndex((one) => isSame(one, event))
    if (at >= 0) delivered.set(event.githubId, unmatched.splice(at, 1)[0]!.id)
  }
  if (delivered.size > 0)
    await setGithubIds(
      db,
      [...delivered].map(([githubId, id]) => ({ id, githubId })),
    )
  return addEvents(
    db,
    accountId,
    fresh.filter(({ githubId }) => !delivered.has(githubId)),
  )
}

/** Saves the event from a webhook delivery unless it is already known, in a transaction that locks the account. */
export async function saveDeliveredEvent(db: Db, accountId: number, event: DescribedEvent): Promise<number> {
  const near = await keyedEventsAround(db, accountId, event.createdAt, event.createdAt)
  if (near.some((one) => isSame(one, event))) return 0
  return addEvents(db, accountId, [{ ...event, githubId: null }])
}

const keyedEventsAround = (db: Db, accountId: number, from: Date, to: Date): Promise<KeyedEvent[]> =>
  listKeyedEvents(db, accountId, new Date(from.getTime() - toleranceMs), new Date(to.getTime() + toleranceMs))

const isSame = (marked: KeyedEvent, { key, createdAt }: DescribedEvent) =>
  marked.key === key && Math.abs(marked.createdAt.getTime() - createdAt.getTime()) <= toleranceMs
