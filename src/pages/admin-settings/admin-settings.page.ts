import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { page } from '../page.ts'

export const adminSettingsPage = page(adminSettingsAddress, {
  name: 'admin-settings',
  view: () => import('./admin-settings.tsx').then((module) => module.adminSettingsView),
  guard: true,
})
