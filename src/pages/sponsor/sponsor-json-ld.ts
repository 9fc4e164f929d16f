import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import { dollarsText } from '#features/work/sponsorship/money.contract.ts'
import type { SponsorTier } from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import { sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { goalQuery, tiersQuery } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { personJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'
import { type SponsorAddress, sponsorsPageOf } from './sponsor-address.ts'
import { sponsoredIn } from './sponsor-head.ts'

/** Describes the page, the member, how to donate, and the tiers. Source: schema.org, WebPage, DonateAction, Offer */
export const sponsorJsonLd: PageJsonLd<SponsorAddress> = (cache, address, site) => {
  const user = sponsoredIn(cache, address)
  if (!user) return []
  const url = site.url + sponsorAddress.href({ username: user.username })
  const person = personJsonLd(user, site)
  const goal = cache.getQueryData(goalQuery(user.id).queryKey)
  const tiers = cache.getQueryData(tiersQuery(user.id).queryKey) ?? []
  const page = sponsorsPageOf(user, cache.getQueryData(profileLinksQuery(user.id).queryKey))
  return [
    {
      '@type': 'WebPage',
      '@id': url,
      url,
      name: `Sponsor ${user.displayName}`,
      isPartOf: siteReference(site),
      ...(goal?.description && { description: goal.description }),
      about: { ...person, jobTitle: user.title || 'Developer Advocate' },
      ...(page && {
        potentialAction: {
          '@type': 'DonateAction',
          recipient: { '@id': person['@id'] },
          target: { '@type': 'EntryPoint', urlTemplate: page.url },
        },
      }),
      ...(tiers.length > 0 && { mainEntity: { '@type': 'OfferCatalog', itemListElement: tiers.map(offerOf) } }),
    },
  ]
}

const offerOf = ({ name, amount, description }: SponsorTier) => ({
  '@type': 'Offer',
  name,
  ...(description && { description }),
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: dollarsText(amount),
    priceCurrency: 'USD',
    unitText: 'month',
  },
})
