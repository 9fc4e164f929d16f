import { useQuery } from '@tanstack/react-query'
import { type Feed, postListQuery } from '#features/writing/posts/posts.hooks.ts'
import type { Post, PostList } from '#features/writing/posts/posts.contract.ts'

const checkMs = 60_000

/** Checks once a minute, while the page is visible, whether there are posts that are newer than those on the first page
 *  of the feed. @returns how many, at most as many as fit on a page */
export function useNewPostCount(feed: Feed, shown: PostList): number {
  const isNewestFirst = feed.page === 1 && feed.type !== 'popular'
  const list = postListQuery(feed)
  const { data } = useQuery({
    ...list,
    queryKey: ['newest', ...list.queryKey],
    enabled: isNewestFirst,
    initialData: shown,
    staleTime: Infinity,
    refetchInterval: checkMs,
  })
  return isNewestFirst ? countNewer(data.posts, shown.posts) : 0
}

function countNewer(posts: Post[], shown: Post[]): number {
  const newest = shown[0]?.createdAt ?? ''
  return posts.filter(({ id, createdAt }) => createdAt > newest && !shown.some((one) => one.id === id)).length
}
