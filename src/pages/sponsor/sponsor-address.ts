import type { ProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import type { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'

export type SponsorAddress = typeof ownSponsorAddress | typeof sponsorAddress

/** Where a member is sponsored. */
export interface SponsorsPage {
  /** What it is called: 'GitHub Sponsors', or the link's label. */
  name: string
  url: string
}

/** On GitHub Sponsors, else at their first own https link; null for who has named neither. Source: decisions, External
 *  sponsors page */
export function sponsorsPageOf({ githubUsername }: User, links: ProfileLinks | null | undefined): SponsorsPage | null {
  if (githubUsername) return { name: 'GitHub Sponsors', url: `https://github.com/sponsors/${githubUsername}` }
  const own = links?.links.find(({ url }) => url.startsWith('https://'))
  return own ? { name: own.label, url: own.url } : null
}
