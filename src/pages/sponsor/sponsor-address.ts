import type { ProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import type { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'

export type SponsorAddress = typeof ownSponsorAddress | typeof sponsorAddress

/** The page where a member can be sponsored. */
export interface SponsorsPage {
  /** 'GitHub Sponsors', or the link's label. */
  name: string
  url: string
}

/** Returns GitHub Sponsors, otherwise the member's first https link; null if the profile has neither. Source:
 *  docs/product.md, Sponsor page */
export function sponsorsPageOf({ githubUsername }: User, links: ProfileLinks | null | undefined): SponsorsPage | null {
  if (githubUsername) return { name: 'GitHub Sponsors', url: `https://github.com/sponsors/${githubUsername}` }
  const own = links?.links.find(({ url }) => url.startsWith('https://'))
  return own ? { name: own.label, url: own.url } : null
}
