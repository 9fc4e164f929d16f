import { daysBefore, type DemoPart } from '#kernel/demo.ts'
import { backdateNotifications, markRead } from './notifications.store.ts'

/** What the likes and follows of the demo have told: at their times, and read but for the last days. */
export const notificationsDemo: DemoPart = async ({ ctx: { db }, members, nowMs }) => {
  await backdateNotifications(db)
  for (const { id } of members) await markRead(db, id, { upTo: daysBefore({ nowMs }, 4).toISOString() })
}
