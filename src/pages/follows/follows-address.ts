import type { FollowSide } from '#features/people/follows/people.hooks.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

/** Returns the URL of one page of the member's followers or followed members. */
export const followsHref = (username: string, side: FollowSide, page = 1): string =>
  `${profileAddress.href({ username })}/${side}${page > 1 ? `?page=${page}` : ''}`
