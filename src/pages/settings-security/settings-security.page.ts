import { securitySettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsSecurityPage = page(securitySettingsAddress, {
  name: 'settings-security',
  view: async () => (await import('./settings-security.tsx')).settingsSecurityView,
})
