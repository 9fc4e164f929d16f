import { asMember, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { NotificationChoices, notificationSettingsPath } from './notification-settings.contract.ts'
import { saveChoices } from './notification-settings.store.ts'
import { type NotificationList, notificationsPath, ReadInput, readNotificationsPath } from './notifications.contract.ts'
import { countUnread, listNotifications, markRead } from './notifications.store.ts'
import { settingsOf } from './digest-address.ts'
import { type UnreadCount, unreadCountPath } from './unread.contract.ts'

/** What a member is told is for them alone: everybody reads, marks and sets their own. */
export const notificationRoutes = [
  route(
    'GET',
    notificationsPath,
    asMember(({ ctx, member, query }): Promise<NotificationList> =>
      listNotifications(ctx.db, member.id, PageQuery.parse(query)),
    ),
  ),
  route(
    'GET',
    unreadCountPath,
    asMember(async ({ ctx, member }): Promise<UnreadCount> => ({ count: await countUnread(ctx.db, member.id) })),
  ),
  route(
    'POST',
    readNotificationsPath,
    asMember(async ({ ctx, member, body }) => ({
      unread: await markRead(ctx.db, member.id, ReadInput.parse(await body())),
    })),
    { limits: [perMember('notifications-read', 300, 60)] },
  ),
  route(
    'GET',
    notificationSettingsPath,
    asMember(({ ctx, member }) => settingsOf(ctx, member.id)),
  ),
  route(
    'PUT',
    notificationSettingsPath,
    asMember(async ({ ctx, member, body }) => {
      await saveChoices(ctx.db, member.id, NotificationChoices.parse(await body()))
      return settingsOf(ctx, member.id)
    }),
    { limits: [perMember('notification-settings', 120, 60)] },
  ),
]
