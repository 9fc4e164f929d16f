import { cvSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { page } from '../page.ts'

export const settingsCvPage = page(cvSettingsAddress, {
  name: 'settings-cv',
  view: () => import('./settings-cv.tsx').then((module) => module.settingsCvView),
})
