import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'

interface Pages {
  mentions: number
  comments: number
}

/** Returns the post's path, with the given pages of webmentions and comments. */
export function partPath(
  post: Pick<Post, 'id' | 'slug'>,
  { mentions, comments }: Pages,
  list: 'webmentions' | 'comments',
): string {
  return `${postPath(post, { mentions, comments })}#${list}`
}
