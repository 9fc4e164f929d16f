import type { Context } from '#kernel/http.ts'
import { perform } from '#kernel/job.ts'
import type { BroadcastEvent, BroadcastState, StreamingProvider } from '#providers/streaming/streaming.ts'
import { listUnconfirmed, saveInterruption, saveStatus, saveWatchers } from './broadcasts.store.ts'
import { cutStream, reconcileStreams, removeStream } from './livestreams.jobs.ts'
import type { livestreamStatuses } from './livestreams.contract.ts'
import { stopBarredLivestream } from './livestream-changes.ts'
import { addRecording } from './recordings.store.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'announce'> & {
  streaming: Pick<StreamingProvider, 'kind' | 'listen' | 'stateOf' | 'disable' | 'remove'>
}

/** Source: docs/product.md, States */
const statusOf = { active: 'active', idle: 'idle', disabled: 'offline' } as const satisfies Record<
  BroadcastState,
  (typeof livestreamStatuses)[number]
>

/** Handles the provider's events. A job also reconciles states every minute, because a process that dies during a
 *  broadcast emits no event. */
export function followBroadcasts(parts: Parts): void {
  parts.streaming.listen((event) => handleEvent(parts, event))
}

export const livestreamWorkers = [
  perform(reconcileStreams, reconcile),
  perform(removeStream, remove),
  perform(cutStream, (ctx, { id }) => stopBarredLivestream(ctx, id)),
]

/** After a restart, any broadcast may have ended. */
export const enqueueReconciliation = ({ db }: Pick<Context, 'db'>) => reconcileStreams.enqueue(db, {})

async function handleEvent({ db, announce, streaming }: Parts, event: BroadcastEvent): Promise<void> {
  const { type, at } = event
  const stream = { provider: streaming.kind, providerId: event.providerId }
  const changed =
    type === 'recorded'
      ? await addRecording(db, stream, event.recording)
      : type === 'state'
        ? await saveStatus(db, stream, { status: statusOf[event.state], at, isCertain: event.isCertain ?? false })
        : type === 'watched'
          ? await saveWatchers(db, stream, event.watchers)
          : await saveInterruption(db, stream, type === 'interrupted', at)
  if (changed > 0) await announce('livestreams')
}

/** A failure for one livestream does not hold up the others. */
async function reconcile(parts: Parts): Promise<void> {
  const unconfirmed = await listUnconfirmed(parts.db, parts.clock.now())
  const errors: unknown[] = []
  let changed = 0
  for (const stream of unconfirmed) {
    try {
      changed += await reconcileOne(parts, stream)
    } catch (reason) {
      errors.push(reason)
    }
  }
  if (changed > 0) await parts.announce('livestreams')
  if (errors.length)
    throw new AggregateError(errors, `${errors.length} of ${unconfirmed.length} livestreams could not be reconciled`)
}

async function reconcileOne(
  { db, clock, streaming }: Parts,
  { provider, providerId, status }: Awaited<ReturnType<typeof listUnconfirmed>>[number],
): Promise<number> {
  const at = new Date(clock.now())
  const state = provider === streaming.kind ? await streaming.stateOf(providerId) : null
  const actual = statusOf[state ?? 'disabled']
  return actual === status ? 0 : saveStatus(db, { provider, providerId }, { status: actual, at, isCertain: true })
}

async function remove(
  { streaming }: Parts,
  { provider, providerId }: { provider: string; providerId: string },
): Promise<void> {
  if (provider === streaming.kind) await streaming.remove(providerId)
}
