import { event } from '#kernel/event.ts'

interface CommentOfPost {
  postId: number
  commentId: number
}

/** A comment became visible. `isNew`: it was not visible before. */
export const commentPublished = event<CommentOfPost & { isNew: boolean; mayHaveLinks: boolean }>('comment.published')
/** A comment is no longer visible, or never became so. */
export const commentHidden = event<CommentOfPost>('comment.hidden')
