import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { page } from '../page.ts'

export const searchPage = page(searchAddress, {
  name: 'search',
  loadsScriptsOnIntent: true,
  view: () => import('./search.tsx').then((module) => module.searchView),
  load: async () => (await import('./search.load.ts')).loadSearch,
})
