import type { FollowSide } from '#features/people/follows/people.hooks.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

/** The address of a page of those who follow the member, or whom the member follows. */
export const followsHref = (username: string, side: FollowSide, page = 1): string =>
  `${profileAddress.href({ username })}/${side}${page > 1 ? `?page=${page}` : ''}`
