import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { page } from '../page.ts'

export const seriesPage = page(seriesAddress, {
  name: 'series',
  loadsScriptsOnIntent: true,
  section: 'blog',
  changesWithContent: true,
  view: () => import('./series.tsx').then((module) => module.seriesView),
  load: async () => (await import('./series.load.ts')).loadSeries,
  jsonLd: async () => (await import('./series-json-ld.ts')).seriesJsonLd,
})
