import { notificationSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsNotificationsPage = page(notificationSettingsAddress, {
  name: 'settings-notifications',
  view: () => import('./settings-notifications.tsx').then((module) => module.settingsNotificationsView),
})
