import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** `comment=sent` thanks visitors for a comment that they sent without JavaScript. */
export const postAddress = address('/post/:id', {
  params: { id: IdText },
  query: { mentions: PageNumber, comments: PageNumber, comment: z.optional(z.literal('sent')) },
})
export const editPostAddress = address('/post/:id/edit', { params: { id: IdText } })

export const historyAddress = address('/post/:id/versions', { params: { id: IdText }, query: { page: PageNumber } })
export const revisionAddress = address('/post/:id/versions/:number', { params: { id: IdText, number: IdText } })

export const blogAddress = address('/blog', { query: { page: PageNumber } })
export const writeArticleAddress = address('/blog/create', {})
export const editArticleAddress = address('/blog/edit/:id', { params: { id: IdText } })
