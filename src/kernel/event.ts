import type { Transaction } from './db.ts'
import type { Context } from './http.ts'

declare module './http.ts' {
  interface BaseContext {
    emit: Emit
  }
}

/** Something that happened in a feature. Other features can react to it without that feature knowing about them. */
export interface Event<Payload> {
  /** `noun.verb`, in the past tense: `post.published`. */
  name: string
  /** Exists only for type checking. */
  payload?: Payload
}
export const event = <Payload>(name: string): Event<Payload> => ({ name })

/** Calls the subscribers in feature order, in `db`'s transaction. Their writes are committed or rolled back with the
 *  change, and an error in a subscriber also rolls back the change. */
export type Emit = <Payload>(db: Transaction<unknown>, event: Event<Payload>, payload: Payload) => Promise<void>

/** `db` is in the transaction that makes the change. */
export interface SubscriberContext extends Context {
  db: Transaction<unknown>
}

/** What a feature does when an event happens. It should be quick, such as adding a job, because the change waits for
 *  it. */
export interface Subscription {
  event: string
  handle: (ctx: SubscriberContext, payload: unknown) => Promise<unknown>
}

export const on = <Payload>(
  { name }: Event<Payload>,
  handle: (ctx: SubscriberContext, payload: Payload) => Promise<unknown>,
): Subscription => ({
  event: name,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event is always emitted with its payload type
  handle: (ctx, payload) => handle(ctx, payload as Payload),
})

/** @param context returns the context for subscribers, which does not exist until after `emit` has been created */
export function createEmit(subscriptions: readonly Subscription[], context: () => Context): Emit {
  return async (db, { name }, payload) => {
    for (const { event, handle } of subscriptions) if (event === name) await handle({ ...context(), db }, payload)
  }
}
