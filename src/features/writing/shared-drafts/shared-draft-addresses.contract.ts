import * as z from 'zod/mini'
import { address } from '#kernel/address.contract.ts'

/** A link's secret: 192 random bits. */
export const DraftToken = z.string().check(z.regex(/^[\w-]{32}$/, 'This link is incomplete'))

/** A draft that its author has shared. `comment=sent` thanks readers for a comment sent without JavaScript. */
export const sharedDraftAddress = address('/draft/:token', {
  params: { token: DraftToken },
  query: { comment: z.optional(z.literal('sent')) },
})
