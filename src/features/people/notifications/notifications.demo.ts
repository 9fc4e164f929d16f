import { daysBefore, type DemoPart } from '#kernel/demo.ts'
import { backdateNotifications, markRead } from './notifications.store.ts'

/** Backdates the notifications about the demo's likes and follows, and marks all but the latest days as read. */
export const notificationsDemo: DemoPart = async ({ ctx: { db }, members, nowMs }) => {
  await backdateNotifications(db)
  for (const { id } of members) await markRead(db, id, { upTo: daysBefore({ nowMs }, 4).toISOString() })
}
