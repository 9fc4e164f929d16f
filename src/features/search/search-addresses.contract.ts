import * as z from 'zod/mini'
import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'

export const searchAddress = address('/search', {
  query: {
    q: optionalText(1000),
    kind: z._default(z.enum(['all', 'post', 'article', 'member', 'project']), 'all'),
    page: PageNumber,
  },
})
