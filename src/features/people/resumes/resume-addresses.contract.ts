import { anyText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** The owner's CV on a personal site. Administrators can write a page with this address on other sites. */
export const ownerResumeAddress = address('/cv', {})
export const ownerResumeSlug = 'cv'
export const resumeAddress = address('/profile/:username/cv', { params: { username: anyText } })
