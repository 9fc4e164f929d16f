import { page } from '../page.ts'
import { homeAddress, movedFeedAddress } from './home-address.ts'

const feed = {
  name: 'home',
  loadsScriptsOnIntent: true as const,
  changesWithContent: true as const,
  view: () => import('./home.tsx').then((module) => module.homeView),
  load: async () => (await import('./home.load.ts')).loadHome,
}

/** The feed at `/`. The settings may replace it, and always do while the feed is off. */
export const homePage = page(homeAddress, {
  ...feed,
  jsonLd: async () => (await import('./home-json-ld.ts')).homeJsonLd,
})
/** The feed while something else is at `/`. */
export const movedFeedPage = page(movedFeedAddress, { ...feed, section: 'feed' })
