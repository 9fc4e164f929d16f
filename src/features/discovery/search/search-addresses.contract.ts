import * as z from 'zod/mini'
import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'

/** Kinds of results. A new kind also needs a schema in search.contract.ts and a source in the store. */
export const searchKinds = ['post', 'article', 'member', 'project'] as const

export const searchAddress = address('/search', {
  query: {
    q: optionalText(1000),
    kind: z._default(z.enum(['all', ...searchKinds]), 'all'),
    page: PageNumber,
  },
})
