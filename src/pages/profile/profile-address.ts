import { type ownProfileAddress, profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PageProps } from '../page.ts'

export type ProfileAddress = typeof ownProfileAddress | typeof profileAddress
export type ProfileQuery = PageProps<ProfileAddress>['query']

export interface ProfilePart {
  tab: 'posts' | 'about' | 'github'
  /** Of the posts. */
  page: number
}

/** Returns the part of a profile that is asked for: only the posts have pages. */
export const partOf = ({ tab, page }: ProfileQuery): ProfilePart => ({ tab, page: tab === 'posts' ? page : 1 })

/** The address of a part of the member's profile; the posts stand at the profile's own. */
export const profileHref = (username: string, { tab = 'posts', page = 1 }: Partial<ProfilePart> = {}): string =>
  profileAddress.href({ username }, partOf({ tab, page }))
