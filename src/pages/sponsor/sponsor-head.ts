import type { QueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { cutText, profileImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dollars } from '#features/work/sponsorship/money.contract.ts'
import { sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { goalQuery, tiersQuery } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { descriptionLength, type Head, type PageProps } from '../page.ts'
import { type SponsorAddress, sponsorsPageOf } from './sponsor-address.ts'

/** The page is not indexed if it has no goal, no tiers, and no sponsor link. */
export function sponsorHead(cache: QueryClient, address: PageProps<SponsorAddress>): Head {
  const user = sponsoredIn(cache, address)
  if (!user) return { title: t('Sponsor'), noindex: true }
  const { id, username, displayName } = user
  const goal = cache.getQueryData(goalQuery(id).queryKey)
  const [cheapest] = cache.getQueryData(tiersQuery(id).queryKey) ?? []
  const page = sponsorsPageOf(user, cache.getQueryData(profileLinksQuery(id).queryKey))
  const description = [
    t('Support {displayName}’s work.', { displayName }),
    goal && t('Goal: {title}.', { title: goal.title }),
    cheapest && t('Tiers starting at {amount}/mo.', { amount: dollars(cheapest.amount) }),
  ]
  return {
    title: t('Sponsor {displayName} (@{username})', { displayName, username }),
    description: cutText(description.filter(Boolean).join(' '), descriptionLength),
    type: 'profile',
    canonicalPath: sponsorAddress.href({ username }),
    card: profileImageLink(user, cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'),
    noindex: !goal && !cheapest && !page,
  }
}

/** Returns the sponsored member; null for an unknown member, undefined while loading. */
export function sponsoredIn(cache: QueryClient, { params }: PageProps<SponsorAddress>): User | null | undefined {
  const username = 'username' in params ? params.username : cache.getQueryData(siteQuery.queryKey)?.ownerUsername
  return username ? cache.getQueryData(userQuery(username).queryKey) : null
}
