import { useEffect, useRef } from 'react'
import { Prose } from '#ui/prose.tsx'
import type { Comment } from './comments.contract.ts'

/** What only its author sees yet. It comes into sight by itself: the form below it may fill the whole screen. */
export function SentComment({ comment }: { comment: Comment }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot contain paragraphs
    <div ref={note} role="status" className="comment-held" tabIndex={-1}>
      <span>
        <strong>Thank you.</strong> Your comment awaits approval.
      </span>
      <Prose html={comment.contentHtml} />
    </div>
  )
}
