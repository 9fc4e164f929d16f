import { event } from '#kernel/event.ts'

interface CommentOfPost {
  postId: number
  commentId: number
}

/** A comment became visible. `isNew`: it was not visible before. */
export const commentPublished = event<CommentOfPost & { isNew: boolean; mayHaveLinks: boolean }>('comment.published')
/** A comment was hidden, or decided about without ever becoming visible. */
export const commentHidden = event<CommentOfPost>('comment.hidden')
