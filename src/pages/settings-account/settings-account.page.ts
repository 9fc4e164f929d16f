import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsAccountPage = page(accountSettingsAddress, {
  name: 'settings-account',
  view: async () => (await import('./settings-account.tsx')).settingsAccountView,
})
