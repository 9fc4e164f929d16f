import { useEffect, useRef } from 'react'
import { Prose } from '#ui/prose.tsx'
import type { Comment } from './comments.contract.ts'

/** A pending comment, shown only to its author. It takes focus so that it scrolls into view: the form below it may
 *  fill the screen. */
export function SentComment({ comment }: { comment: Comment }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot contain paragraphs
    <div ref={note} role="status" className="comment-held" tabIndex={-1}>
      <span>
        <strong>Thanks!</strong> Your comment is awaiting approval.
      </span>
      <Prose html={comment.contentHtml} />
    </div>
  )
}
