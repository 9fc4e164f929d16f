import { anyText, oneOfWithDefault, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

const profileQuery = { tab: oneOfWithDefault(['posts', 'about', 'github'], 'posts'), page: pageNumber }

/** The viewer's own profile. Visitors see the site owner's. */
export const ownProfileAddress = address('/profile', { query: profileQuery })
export const profileAddress = address('/profile/:username', { params: { username: anyText }, query: profileQuery })
export const membersAddress = address('/members', { query: { search: optionalText(100), page: pageNumber } })
