import { anyText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** Where members manage their sponsorship. */
export const sponsorshipAddress = address('/sponsorship', {})
/** The site owner's sponsor page. */
export const ownSponsorAddress = address('/sponsor', {})
/** An id redirects to the username. */
export const sponsorAddress = address('/sponsor/:username', { params: { username: anyText } })
