import { anyText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const followersAddress = address('/profile/:username/followers', {
  params: { username: anyText },
  query: { page: pageNumber },
})
export const followingAddress = address('/profile/:username/following', {
  params: { username: anyText },
  query: { page: pageNumber },
})
