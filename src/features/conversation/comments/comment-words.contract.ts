import { t } from '#messages/messages.ts'
/** What comments or guestbook entries are called. */
export interface CommentWords {
  label: string
  formLabel: string
  hint: string

  moderated: string
  /** The same for members; null if theirs appear immediately. */
  moderatedForMembers: string | null
  submit: string
  held: string
  failed: string
  deleteLabel: (authorName: string) => string
  deleted: (count: number) => string
  deleteFailed: string
  restored: (count: number) => string
  restoreFailed: string
  /** The badge of the post's author or the site's owner. */
  badge: string
}

export const wordsForComments = (): CommentWords => ({
  label: t('Comment'),
  formLabel: t('Leave a comment'),
  hint: t('You can use *emphasis*, `code`, code blocks, and links.'),
  moderated: t('Comments are moderated. Yours will appear once it is approved.'),
  moderatedForMembers: null,
  submit: t('Post comment'),
  held: t('Your comment is awaiting approval.'),
  failed: t('Failed to submit comment. Please try again.'),
  deleteLabel: (authorName) => t('Delete the comment by {authorName}', { authorName }),
  deleted: (count) => t('{count, plural, one {Comment deleted} other {# comments deleted}}', { count }),
  deleteFailed: t('Failed to delete comment.'),
  restored: (count) => t('{count, plural, one {Comment restored} other {# comments restored}}', { count }),
  restoreFailed: t('Failed to restore comment.'),
  badge: t('Author'),
})

const ofGuestbook = (): CommentWords => ({
  label: t('Message'),
  formLabel: t('Sign the guestbook'),
  hint: t('Up to 1,000 characters. You can use *emphasis*, `code`, and links.'),
  moderated: t('Entries are moderated. Yours will appear once it is approved.'),
  moderatedForMembers: t('A member’s first entry appears once it is approved.'),
  submit: t('Sign guestbook'),
  held: t('Your entry is awaiting approval.'),
  failed: t('Failed to send your message. Please try again.'),
  deleteLabel: (authorName) => t('Delete the entry by {authorName}', { authorName }),
  deleted: (count) => t('{count, plural, one {Entry deleted} other {# entries deleted}}', { count }),
  deleteFailed: t('Failed to delete entry.'),
  restored: (count) => t('{count, plural, one {Entry restored} other {# entries restored}}', { count }),
  restoreFailed: t('Failed to restore entry.'),
  badge: t('Owner'),
})

/** Returns the words for comments on a post or, without a post, for entries in the guestbook. */
export const commentWords = (postId: number | null): CommentWords =>
  postId === null ? ofGuestbook() : wordsForComments()
