import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import type { Availability } from '#features/people/profiles/availability.contract.ts'
import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import { personJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'
import { linksOf } from './elsewhere.ts'
import type { ProfileAddress } from './profile-address.ts'
import { profileIn } from './profile-head.ts'

/** Describes the profile page and the person it is about. Source: schema.org, ProfilePage, Person */
export const profileJsonLd: PageJsonLd<ProfileAddress> = (cache, address, site) => {
  const user = profileIn(cache, address)
  return user ? [profilePageJsonLd(cache, user, site)] : []
}

/** Reads the member's links from the cache. */
export function profilePageJsonLd(cache: QueryClient, user: User, site: SiteFacts): object {
  const person = personJsonLd(user, site)
  const links = linksOf(user, cache.getQueryData(profileLinksQuery(user.id).queryKey))
  return {
    '@type': 'ProfilePage',
    '@id': `${person.url}#profile`,
    url: person.url,
    dateCreated: user.createdAt,
    isPartOf: siteReference(site),
    mainEntity: {
      ...person,
      alternateName: user.username,
      jobTitle: user.title || 'Software Developer',
      ...(user.bio && { description: user.bio }),
      ...(user.skills.length > 0 && { knowsAbout: user.skills }),
      ...(user.availability && { seeks: demand(user.availability) }),
      ...(links.length > 0 && { sameAs: links.map(({ url }) => url) }),
      agentInteractionStatistic: counter('WriteAction', user.postCount),
      interactionStatistic: counter('FollowAction', user.followersCount),
    },
  }
}

/** Source: schema.org, Demand */
const demand = ({ text, link }: Availability) => ({
  '@type': 'Demand',
  name: text || 'Available for work',
  ...(link !== null && { url: link }),
})

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})
