import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'

export const tagAddress = address('/tag/:tag', { params: { tag: z.string() }, query: { page: PageNumber } })
/** Where administrators rename and merge tags. */
export const adminTagsAddress = address('/admin/tags', { query: { page: PageNumber } })
