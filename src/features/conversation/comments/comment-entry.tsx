import { t } from '#messages/messages.ts'
import '#ui/remark.css'
import { useRef, useState } from 'react'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Prose } from '#ui/prose.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { commentWords } from './comment-words.contract.ts'
import { CommentForm } from './comment-form.tsx'
import { SentComment } from './sent-comment.tsx'
import type { Comment } from './comments.contract.ts'
import { useCommentDeletion } from './comment-deletion.tsx'
import { useDeletableComments } from './comments.hooks.ts'

/** A published comment or guestbook entry. */
export function CommentEntry({ comment }: { comment: Comment }) {
  const [isAnswering, setAnswering] = useState(false)
  const [held, setHeld] = useState<Comment | null>(null)
  const answerButton = useRef<HTMLButtonElement>(null)
  const entry = useRef<HTMLElement>(null)
  const { isDeleted, remove } = useCommentDeletion(comment.id, {
    ...useDeletableComments(comment.postId),
    words: () => commentWords(comment.postId),
  })
  function close() {
    setAnswering(false)
    answerButton.current?.focus()
  }
  if (isDeleted) return null
  return (
    <article
      ref={entry}
      className="comment remark h-cite u-comment"
      id={`comment-${comment.id}`}
      data-answer={comment.parentId !== null || undefined}
    >
      <div className="remark-body">
        <CommentByline comment={comment} />
        <Prose className="e-content" html={comment.contentHtml} />
        <div className="comment-actions">
          <Button
            ref={answerButton}
            variant="plain"
            size="s"
            icon="reply"
            aria-expanded={isAnswering}
            aria-label={t('Reply to {authorName}', { authorName: comment.authorName })}
            onClick={() => setAnswering(!isAnswering)}
          >
            {t('Reply')}
          </Button>
          {comment.canDelete && (
            <IconButton
              icon="trash-2"
              size="s"
              label={commentWords(comment.postId).deleteLabel(comment.authorName)}
              onClick={() => void remove(entry.current)}
            />
          )}
        </div>
        {held && <SentComment comment={held} />}
        {isAnswering && (
          <CommentForm
            postId={comment.postId}
            answered={comment}
            onCancel={close}
            onSent={(sent) => {
              close()
              if (sent === null) showToast(replyNotSent)
              else if (sent.published) showToast({ title: t('Reply published'), variant: 'success' })
              else setHeld(sent)
            }}
          />
        )}
      </div>
    </article>
  )
}

const replyNotSent = {
  title: t('Reply not sent yet'),
  description: t('It will be sent when the connection is back. Until then, it’s shown below the comments.'),
}

function CommentByline({ comment }: { comment: Comment }) {
  const { user, authorName, authorUrl } = comment
  const name = (
    <bdi className="p-name" dir="auto">
      {authorName}
    </bdi>
  )
  return (
    <p className="remark-byline">
      <span className="remark-author p-author h-card">
        <Avatar name={authorName} image={comment.authorPhoto} size="s" />
        {user && (
          <AuthorLink user={user} className="u-url">
            {name}
          </AuthorLink>
        )}
        {!user && authorUrl && (
          <a href={authorUrl} className="u-url" rel="ugc nofollow noopener">
            {name}
          </a>
        )}
        {!user && !authorUrl && name}
      </span>
      {comment.isPostAuthor && <Badge>{commentWords(comment.postId).badge}</Badge>}
      {user && !isDeleted(user) && <bdi className="meta">@{user.username}</bdi>}
      <a href={`#comment-${comment.id}`} className="comment-time meta u-url">
        <Time iso={comment.createdAt} className="dt-published" />
      </a>
    </p>
  )
}
