import { address } from '#kernel/address.contract.ts'
import { page } from '../page.ts'

export const portfolioAddress = address('/', {})

/** The site owner's portfolio: at `/` if the settings say so. */
export const portfolioPage = page(portfolioAddress, {
  name: 'portfolio',
  loadsScriptsOnIntent: true,
  view: () => import('./portfolio.tsx').then((module) => module.portfolioView),
  load: async () => (await import('./portfolio.load.ts')).loadPortfolio,
  jsonLd: async () => (await import('./portfolio-json-ld.ts')).portfolioJsonLd,
})
