/** Returns what the audit log records about a comment: its post or the guestbook. */
export const detailsOf = ({ postId }: { postId: number | null }) =>
  postId === null ? { in: 'the guestbook' } : { post: postId }
