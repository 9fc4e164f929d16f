import { oneOf, optionalText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { memberFilters } from './member-filters.contract.ts'

/** The list of members, for administrators. */
export const adminMembersAddress = address('/admin/members', {
  query: {
    q: optionalText(100),
    role: oneOf(memberFilters.role),
    state: oneOf(memberFilters.state),
    twoFactor: oneOf(memberFilters.twoFactor),
  },
})
