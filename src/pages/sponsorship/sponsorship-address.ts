import { sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'

export type SponsorshipPart = 'tiers' | 'sponsors'

export const partIn = (tab: string | null): SponsorshipPart => (tab === 'sponsors' ? 'sponsors' : 'tiers')

/** Returns the path of a tab on the page where members manage their sponsorship. */
export const sponsorshipHref = (tab: SponsorshipPart, page = 1): string =>
  sponsorshipAddress.href() + (tab === 'tiers' ? '' : `?tab=sponsors${page > 1 ? `&page=${page}` : ''}`)
