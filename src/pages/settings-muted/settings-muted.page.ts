import { mutedSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsMutedPage = page(mutedSettingsAddress, {
  name: 'settings-muted',
  view: () => import('./settings-muted.tsx').then((module) => module.settingsMutedView),
})
