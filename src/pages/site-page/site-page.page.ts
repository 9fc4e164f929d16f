import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { page } from '../page.ts'

/** A page written by an administrator, or “Page not found”. */
export const sitePage = page(sitePageAddress, {
  name: 'site-page',
  loadsScriptsOnIntent: true,
  changesWithContent: true,
  view: () => import('./site-page.tsx').then((module) => module.sitePageView),
  load: async () => (await import('./site-page.load.ts')).loadSitePage,
  jsonLd: async () => (await import('./site-page-json-ld.ts')).sitePageJsonLd,
})
