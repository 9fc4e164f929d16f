import { address } from '#kernel/address.contract.ts'
import { page } from '../page.ts'

/** Shown at every path without a page. */
export const notFoundPage = page(address('/404', {}), {
  name: 'not-found',
  view: async () => (await import('./not-found.tsx')).notFoundView,
  load: () => Promise.resolve(() => Promise.resolve({ status: 404, entries: [] })),
})
