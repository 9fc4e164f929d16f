interface Pages {
  mentions: number
  comments: number
}

/** Where the post's page shows those pages of what is said about it, at one of the two lists. */
export function partPath(postId: number, { mentions, comments }: Pages, list: 'webmentions' | 'comments'): string {
  const query = new URLSearchParams()
  if (mentions > 1) query.set('mentions', String(mentions))
  if (comments > 1) query.set('comments', String(comments))
  const text = query.toString()
  return `/post/${postId}${text && `?${text}`}#${list}`
}
