import * as z from 'zod/mini'
import { address } from '#kernel/address.contract.ts'

const tab = z.optional(z.enum(['register', 'forgot']))

export const loginAddress = address('/login', { query: { tab } })
/** Same as {@link loginAddress}, for links in emails. */
export const authAddress = address('/auth', { query: { tab } })
