import * as z from 'zod/mini'
import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'

/** What can be found. Another kind is one more word here, one more shape of result, and one more source in the store. */
export const searchKinds = ['post', 'article', 'member', 'project'] as const

export const searchAddress = address('/search', {
  query: {
    q: optionalText(1000),
    kind: z._default(z.enum(['all', ...searchKinds]), 'all'),
    page: PageNumber,
  },
})
