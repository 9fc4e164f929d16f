import { event } from '#kernel/event.ts'

interface CommentOfPost {
  postId: number
  commentId: number
}

/** A comment became visible. `isNew`: it was not visible before, other than before a deletion that was undone. */
export const commentPublished = event<CommentOfPost & { isNew: boolean; mayHaveLinks: boolean }>('comment.published')
/** A comment was hidden, or was moderated without ever becoming visible. */
export const commentHidden = event<CommentOfPost>('comment.hidden')
/** A post was imported with comments from another site. Comments that have already been imported are ignored. */
export const commentsImported = event<{ postId: number; comments: ImportedComment[] }>('comments.imported')

export interface ImportedComment {
  /** Permanent key, unique within the source. */
  key: string
  parentKey: string | null
  authorName: string
  authorUrl: string | null
  /** Markdown. */
  content: string
  createdAt: Date
}
