import * as z from 'zod/mini'
import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'

const profileQuery = { tab: z._default(z.enum(['posts', 'about', 'github']), 'posts'), page: PageNumber }

/** The viewer's own profile. Visitors see the site owner's. */
export const ownProfileAddress = address('/profile', { query: profileQuery })
export const profileAddress = address('/profile/:username', { params: { username: z.string() }, query: profileQuery })
export const membersAddress = address('/members', { query: { search: optionalText(100), page: PageNumber } })
