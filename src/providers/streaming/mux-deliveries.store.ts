import { type Db, one, run } from '#kernel/db.ts'

const retentionMs = 7 * 24 * 60 * 60 * 1000

export const isKnownDelivery = async (db: Db, eventId: string): Promise<boolean> =>
  (await one(db)`select from mux_deliveries where event_id = ${eventId}`) !== null

/** Records that the delivery has been processed. */
export const saveDelivery = (db: Db, eventId: string, nowMs: number) => run(db)`
  insert into mux_deliveries (event_id, received_at) values (${eventId}, ${new Date(nowMs)}) on conflict do nothing`

/** Deletes deliveries that are more than a week old. Mux does not retry for that long. */
export const sweepDeliveries = (db: Db, nowMs: number) =>
  run(db)`delete from mux_deliveries where received_at < ${new Date(nowMs - retentionMs)}`
