import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { websiteJsonLd } from '../home/home-json-ld.ts'
import type { PageJsonLd } from '../page.ts'
import { profilePageJsonLd } from '../profile/profile-json-ld.ts'
import type { portfolioAddress } from './portfolio.page.ts'

/** Describes the site and its owner. */
export const portfolioJsonLd: PageJsonLd<typeof portfolioAddress> = (cache, _, site) => {
  const username = cache.getQueryData(siteQuery.queryKey)?.ownerUsername
  const user = username ? cache.getQueryData(userQuery(username).queryKey) : null
  return [websiteJsonLd(site), ...(user ? [profilePageJsonLd(cache, user, site)] : [])]
}
