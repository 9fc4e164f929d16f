import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsAccountPage = page(accountSettingsAddress, {
  name: 'settings-account',
  view: () => import('./settings-account.tsx').then((module) => module.settingsAccountView),
})
