import { useEffect, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { Prose } from '#ui/prose.tsx'
import { commentWords } from './comment-words.contract.ts'
import type { Comment } from './comments.contract.ts'

/** A pending comment, shown only to its author. It takes focus so that it scrolls into view: the form below it may
 *  fill the screen. */
export function SentComment({ comment }: { comment: Comment }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot contain paragraphs
    <div ref={note} role="status" className="comment-held" tabIndex={-1}>
      <HeldNote postId={comment.postId} />
      <Prose html={comment.contentHtml} />
    </div>
  )
}

/** Thanks for a comment or, without a post, an entry in the guestbook that a moderator has to approve. */
export const HeldNote = ({ postId }: { postId: number | null }) => (
  <span>
    <strong>{t('Thanks!')}</strong> {commentWords(postId).held}
  </span>
)
