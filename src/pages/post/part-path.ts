import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'

interface Pages {
  mentions: number
  comments: number
}

/** Returns the link to these pages of the post's webmentions and comments. */
export function partPath(postId: number, { mentions, comments }: Pages, list: 'webmentions' | 'comments'): string {
  return `${postAddress.href({ id: postId }, { mentions, comments })}#${list}`
}
