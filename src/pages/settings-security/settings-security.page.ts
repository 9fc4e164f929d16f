import { securitySettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsSecurityPage = page(securitySettingsAddress, {
  name: 'settings-security',
  view: () => import('./settings-security.tsx').then((module) => module.settingsSecurityView),
})
