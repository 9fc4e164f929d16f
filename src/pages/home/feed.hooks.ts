import { useSearch } from 'wouter'
import type { Feed } from '#features/writing/posts/posts.hooks.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { feedAddress } from './home-address.ts'

/** The feed that is shown: whom one follows only the browser of a member knows, and everybody else is shown all posts. */
export function useFeed(feed: Feed): Feed {
  const isSignedIn = useSignedIn()
  const isFollowing = feedAddress.queryIn(new URLSearchParams(useSearch())).type === 'following'
  return isSignedIn && isFollowing ? { ...feed, type: 'following' } : feed
}
