import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { page } from '../page.ts'

export const notificationsPage = page(notificationsAddress, {
  name: 'notifications',
  view: () => import('./notifications.tsx').then((module) => module.notificationsView),
  guard: true,
})
