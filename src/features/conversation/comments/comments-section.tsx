import './comments.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { PageBar } from '#web/page-bar.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { dequeue, onQueuedSent, type Queued, useQueued } from '#web/outbox.ts'
import { CommentEntry } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import { addToCommentDraft } from './comment-draft.hooks.ts'
import type { Comment } from './comments.contract.ts'
import { queuedCommentPrefix, refetchComments, useComments } from './comments.hooks.ts'
import { QueuedComment } from './queued-comment.tsx'
import { HeldNote, SentComment } from './sent-comment.tsx'

interface CommentsSectionProps {
  postId: number
  page: number
  hrefOf: (page: number) => string
  /** Whether a comment was just sent without JavaScript. */
  isSent: boolean
}

/** The comments on a post and the form for a new one. */
export function CommentsSection({ postId, page, hrefOf, isSent }: CommentsSectionProps) {
  const { data, isError, refetch } = useComments(postId, page)
  const [held, setHeld] = useState<Comment[]>([])
  const section = useRef<HTMLElement>(null)

  const [edits, setEdits] = useState(0)
  const queued = useQueued().filter(({ id }) => id.startsWith(queuedCommentPrefix(postId)))
  const cache = useQueryClient()
  const takeAnswer = useEffectEvent(({ id }: Queued, answer: unknown) => {
    if (!id.startsWith(queuedCommentPrefix(postId))) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's response
    const comment = answer as Comment
    onSent(comment)
    if (comment.published) void refetchComments(cache, postId)
  })
  useEffect(() => onQueuedSent(takeAnswer), [])

  function edit({ id, text }: Queued) {
    addToCommentDraft(postId, text)
    dequeue(id)
    setEdits(edits + 1)
  }

  function onSent(comment: Comment | null) {
    if (comment === null) return
    if (comment.published) showToast({ title: t('Comment published'), variant: 'success' })
    else setHeld((before) => [...before, comment])
  }

  return (
    <section className="comments" id="comments" ref={section} aria-labelledby="comments-title">
      <h2 id="comments-title">
        {t('Comments')} {data && data.total > 0 && <span className="comments-count">{data.total}</span>}
      </h2>
      {data && data.comments.length > 0 && (
        <div className="comments-list">
          {data.comments.map((comment) => (
            <CommentEntry key={comment.id} comment={comment} />
          ))}
        </div>
      )}
      {data?.total === 0 && <p className="comments-none">{t('No comments yet. Be the first to say something.')}</p>}
      {!data && isError && (
        <ErrorPanel
          title={t('Unable to load comments. Please try again later.')}
          actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
        />
      )}
      {!data && !isError && <Skeletons count={2} label={t('Loading comments')} />}
      {data && (
        <PageBar
          label={t('Comment pages')}
          page={page}
          totalPages={data.totalPages}
          hrefOf={hrefOf}
          onNavigate={() => section.current?.scrollIntoView()}
        />
      )}
      {isSent && (
        <output className="comment-held">
          <HeldNote postId={postId} />
        </output>
      )}
      {held.map((comment) => (
        <SentComment key={comment.id} comment={comment} />
      ))}
      {queued.map((comment) => (
        <QueuedComment
          key={comment.id}
          comment={comment}
          onEdit={comment.id.startsWith(`${queuedCommentPrefix(postId)}:`) ? () => edit(comment) : undefined}
        />
      ))}
      <h3 className="comments-write">{t('Leave a comment')}</h3>
      <CommentForm key={edits} postId={postId} onSent={onSent} />
    </section>
  )
}
