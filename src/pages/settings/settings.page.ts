import { settingsAddress } from '#features/settings/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsPage = page(settingsAddress, {
  name: 'settings',
  view: async () => (await import('./settings.tsx')).settingsView,
})
