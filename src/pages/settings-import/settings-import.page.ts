import { importSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsImportPage = page(importSettingsAddress, {
  name: 'settings-import',
  view: () => import('./settings-import.tsx').then((module) => module.settingsImportView),
  forWriters: true,
})
