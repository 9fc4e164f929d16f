import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const categoryId = z.optional(IdText)

export const homeAddress = address('/', {
  query: { page: PageNumber, type: z.optional(z.literal('popular')), categoryId },
})
/** The feed's URL, with parameters that only the browser reads. */
export const feedAddress = address('/', {
  query: { page: PageNumber, type: z.optional(z.enum(['popular', 'following'])), categoryId },
})
