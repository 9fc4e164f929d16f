import { implement } from '#kernel/implement.ts'
import { getNotificationSettings, saveNotificationSettings } from './notification-settings.contract.ts'
import { saveChoices } from './notification-settings.store.ts'
import { getNotifications, markNotificationsRead } from './notifications.contract.ts'
import { countUnread, listNotifications, markRead } from './notifications.store.ts'
import { settingsOf } from './digest-address.ts'
import { getUnreadCount } from './unread.contract.ts'

/** Members only see and change their own notifications. */
export const notificationRoutes = [
  implement(getNotifications, ({ ctx, member, query }) => listNotifications(ctx.db, member.id, query)),
  implement(getUnreadCount, async ({ ctx, member }) => ({ count: await countUnread(ctx.db, member.id) })),
  implement(markNotificationsRead, async ({ ctx, member, body }) => ({
    unread: await markRead(ctx.db, member.id, body),
  })),
  implement(getNotificationSettings, ({ ctx, member }) => settingsOf(ctx, member.id)),
  implement(saveNotificationSettings, async ({ ctx, member, body }) => {
    await saveChoices(ctx.db, member.id, body)
    return settingsOf(ctx, member.id)
  }),
]
