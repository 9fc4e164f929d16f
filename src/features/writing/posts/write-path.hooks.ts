import { useFeedPath, useIsOn } from '#features/discovery/site/site.hooks.ts'
import { writeArticleAddress } from './post-addresses.contract.ts'

/** Returns where to write a post: in the feed, or, while it is off, in the article editor. Null while both are off. */
export function useWritePath(): string | null {
  const feed = useFeedPath()
  const hasBlog = useIsOn('blog')
  return feed ?? (hasBlog ? writeArticleAddress.href() : null)
}
