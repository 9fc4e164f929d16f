import type { Transaction } from './db.ts'
import type { Context } from './http.ts'

declare module './http.ts' {
  interface BaseContext {
    emit: Emit
  }
}

/** Something that happened in one feature. Other features can react to it without that feature knowing them. */
export interface Event<Payload> {
  /** `noun.verb`, in the past tense: `post.published`. */
  name: string
  /** Exists only for the type checker. */
  payload?: Payload
}
export const event = <Payload>(name: string): Event<Payload> => ({ name })

/** Calls the subscribers in the order of the features, in the transaction of `db`: their writes are committed with
 *  the change or not at all, and an error in a subscriber rolls the change back. */
export type Emit = <Payload>(db: Transaction<unknown>, event: Event<Payload>, payload: Payload) => Promise<void>

/** `db` is in the transaction of the change. */
export interface SubscriberContext extends Context {
  db: Transaction<unknown>
}

/** What a feature does when an event happens. Should be quick, such as adding a job: the change waits for it. */
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

/** @param context returns the context of subscribers, which exists only after `emit` */
export function createEmit(subscriptions: readonly Subscription[], context: () => Context): Emit {
  return async (db, { name }, payload) => {
    for (const { event, handle } of subscriptions) if (event === name) await handle({ ...context(), db }, payload)
  }
}
