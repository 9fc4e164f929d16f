export type SponsorshipPart = 'tiers' | 'sponsors'

export const partAsked = (tab: string | null): SponsorshipPart => (tab === 'sponsors' ? 'sponsors' : 'tiers')

/** The address of a part of the page on which members manage their sponsorship; the tiers stand at its own. */
export const sponsorshipHref = (tab: SponsorshipPart, page = 1): string =>
  tab === 'tiers' ? '/sponsorship' : `/sponsorship?tab=sponsors${page > 1 ? `&page=${page}` : ''}`
