import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsPage = page(settingsAddress, {
  name: 'settings',
  view: () => import('./settings.tsx').then((module) => module.settingsView),
})
