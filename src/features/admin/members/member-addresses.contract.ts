import * as z from 'zod/mini'
import { address, optionalText } from '#kernel/address.contract.ts'
import { memberFilters } from './member-filters.contract.ts'

/** The list of members, for administrators. */
export const adminMembersAddress = address('/admin/members', {
  query: {
    q: optionalText(100),
    role: z.optional(memberFilters.role),
    state: z.optional(memberFilters.state),
    twoFactor: z.optional(memberFilters.twoFactor),
  },
})
