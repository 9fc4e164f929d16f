import { type ownProfileAddress, profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PageProps } from '../page.ts'

export type ProfileAddress = typeof ownProfileAddress | typeof profileAddress
export type ProfileQuery = PageProps<ProfileAddress>['query']

export interface ProfilePart {
  tab: 'posts' | 'about' | 'github'
  /** The page number in the list of posts. */
  page: number
}

/** Returns the requested part of a profile. Only posts are paginated. */
export const partOf = ({ tab, page }: ProfileQuery): ProfilePart => ({ tab, page: tab === 'posts' ? page : 1 })

/** Returns the part of a profile that is shown. While neither posts nor articles are on, profiles begin with “About”. */
export const shownPartOf = (query: ProfileQuery, hasPosts: boolean): ProfilePart =>
  partOf(hasPosts || query.tab !== 'posts' ? query : { ...query, tab: 'about' })

/** Returns the URL of one part of the profile. The posts use the profile's own URL. */
export const profileHref = (username: string, { tab = 'posts', page = 1 }: Partial<ProfilePart> = {}): string =>
  profileAddress.href({ username }, partOf({ tab, page }))
