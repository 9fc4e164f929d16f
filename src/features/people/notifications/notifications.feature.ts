import { feature } from '#kernel/feature.ts'
import { notificationWorkers } from './digests.ts'
import { notificationsArchive } from './notifications-archive.store.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { pushDeviceRoutes } from './push-devices.routes.ts'
import { pushKeys } from './push-keys.ts'
import { pushWorkers } from './pushes.ts'
import { removeNotificationsOf } from './notifications.store.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'

export const notificationsFeature = feature('notifications', {
  routes: [...notificationRoutes, ...pushDeviceRoutes, ...unsubscribeRoutes],
  workers: [...notificationWorkers, ...pushWorkers],
  start: pushKeys, // Creates them, so that reading the devices changes nothing.
  accountDeletion: ({ db }, { memberId }) => removeNotificationsOf(db, memberId),
  archive: notificationsArchive,
  notInArchive: { notification_counts: 'derived from the notifications' },
  demo: async () => (await import('./notifications.demo.ts')).notificationsDemo,
})
