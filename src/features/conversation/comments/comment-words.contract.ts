/** What comments or guestbook entries are called. */
export interface CommentWords {
  /** What one of them is called. */
  noun: string
  label: string
  formLabel: string
  hint: string
  writingAs: string
  moderated: string
  /** The same for members; null if theirs appear immediately. */
  moderatedForMembers: string | null
  submit: string
  held: string
  failed: string
  deleteHint: string
  /** The badge of the post's author or the site's owner. */
  badge: string
}

const ofPost: CommentWords = {
  noun: 'comment',
  label: 'Comment',
  formLabel: 'Leave a comment',
  hint: 'You can use *emphasis*, `code`, code blocks, and links.',
  writingAs: 'Commenting as',
  moderated: 'Comments are moderated. Yours will appear once it is approved.',
  moderatedForMembers: null,
  submit: 'Post comment',
  held: 'Your comment is awaiting approval.',
  failed: 'Failed to submit comment. Please try again.',
  deleteHint: 'This comment will be permanently deleted. Replies to it will be kept.',
  badge: 'Author',
}

const ofGuestbook: CommentWords = {
  noun: 'entry',
  label: 'Message',
  formLabel: 'Sign the guestbook',
  hint: 'Up to 1,000 characters. You can use *emphasis*, `code`, and links.',
  writingAs: 'Signing as',
  moderated: 'Entries are moderated. Yours will appear once it is approved.',
  moderatedForMembers: 'A member’s first entry appears once it is approved.',
  submit: 'Sign guestbook',
  held: 'Your entry is awaiting approval.',
  failed: 'Failed to send your message. Please try again.',
  deleteHint: 'This entry will be permanently deleted. Replies to it will be kept.',
  badge: 'Owner',
}

/** Returns the words for comments on a post or, without a post, for entries in the guestbook. */
export const commentWords = (postId: number | null): CommentWords => (postId === null ? ofGuestbook : ofPost)
