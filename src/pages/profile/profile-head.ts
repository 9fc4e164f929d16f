import type { QueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { cutText, profileImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import { postsByQuery } from '#features/writing/posts/posts-by.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { hasPosts, isOn } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { descriptionLength, type Head, type PageProps } from '../page.ts'
import { type ProfileAddress, profileHref, shownPartOf } from './profile-address.ts'

/** Returns a profile page's metadata, even for an unknown member. */
export function profileHead(cache: QueryClient, address: PageProps<ProfileAddress>): Head {
  const user = profileIn(cache, address)
  if (user) return headOf(user, cache, address)
  return { title: user === null && 'username' in address.params ? t('Profile Not Found') : t('Profile'), noindex: true }
}

/** Returns the profile at this URL, null for an unknown member, or undefined while it is loading. */
export function profileIn(cache: QueryClient, { params }: PageProps<ProfileAddress>): User | null | undefined {
  const username = 'username' in params ? params.username : cache.getQueryData(siteQuery.queryKey)?.ownerUsername
  return username ? cache.getQueryData(userQuery(username).queryKey) : null
}

function headOf(user: User, cache: QueryClient, { query }: PageProps<ProfileAddress>): Head {
  const { username, displayName } = user
  const site = cache.getQueryData(siteQuery.queryKey)
  const showsPosts = hasPosts((section) => isOn(site ?? {}, section))
  const { tab, page } = shownPartOf(query, showsPosts)
  const posts = tab === 'posts' ? cache.getQueryData(postsByQuery(user.id, page).queryKey) : undefined
  return {
    title: [`${displayName} (@${username})`, page > 1 && t('Page {page}', { page })].filter(Boolean).join(' · '),
    description: cutText(summaryOf(user), descriptionLength),
    type: 'profile',
    canonicalPath: profileHref(username, { page }),
    card: profileImageLink(user, site?.name ?? 'Devstead'),
    ...(showsPosts && { feed: ownFeedLink(displayName, profileAddress.href({ username })) }),
    previousPath: page > 1 ? profileHref(username, { page: page - 1 }) : undefined,
    nextPath: posts && page < posts.totalPages ? profileHref(username, { page: page + 1 }) : undefined,
    isEmbeddable: true,
    acceptsWebmentions: true,
    noindex: page > 1 && posts?.posts.length === 0,
  }
}

const summaryOf = ({ displayName, title, bio }: User): string =>
  [
    title || t('Software Developer'),
    bio.replaceAll(/\s+/g, ' ').trim() || t('Posts and articles by {displayName}.', { displayName }),
  ].join('. ')
