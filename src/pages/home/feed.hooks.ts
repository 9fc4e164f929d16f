import { useSearch } from 'wouter'
import type { Feed } from '#features/writing/posts/posts.hooks.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { feedAddress, feedAddressOn } from './home-address.ts'

/** Returns the feed to show. Only a member's browser knows whom they follow; visitors see all posts. */
export function useFeed(feed: Feed): Feed {
  const isSignedIn = useSignedIn()
  const isFollowing = feedAddress.queryIn(new URLSearchParams(useSearch())).type === 'following'
  return isSignedIn && isFollowing ? { ...feed, type: 'following' } : feed
}

/** Returns the feed's address on this site. */
export const useFeedAddress = () => feedAddressOn(useSite())
