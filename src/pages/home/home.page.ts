import { page } from '../page.ts'
import { homeAddress } from './home-address.ts'

export const homePage = page(homeAddress, {
  name: 'home',
  view: () => import('./home.tsx').then((module) => module.homeView),
  load: async () => (await import('./home.load.ts')).loadHome,
  jsonLd: async () => (await import('./home-json-ld.ts')).homeJsonLd,
})
