import './draft-comments.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { showToast } from '#ui/toasts.ts'
import { DraftCommentEntry } from './draft-comment-entry.tsx'
import { DraftCommentForm } from './draft-comment-form.tsx'
import type { DraftComment } from './shared-drafts.contract.ts'
import { useSharedComments } from './shared-drafts.hooks.ts'

interface Props {
  token: string
  comments: DraftComment[]
  /** A comment was just sent without JavaScript. */
  isSent: boolean
}

/** The comments on a shared draft and the form for a new one. */
export function SharedDraftComments({ token, comments, isSent }: Props) {
  const viewer = useViewer()
  const { deletable } = useSharedComments(token)
  const [hasSent, setSent] = useState(isSent)
  return (
    <section className="draft-comments" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">
        {t('Comments')} {comments.length > 0 && <span className="draft-comments-count">{comments.length}</span>}
      </h2>
      {comments.length === 0 && (
        <p className="draft-comments-hint">{t('No comments yet. Tell the author what you think of this draft.')}</p>
      )}
      {comments.map((comment) => (
        <DraftCommentEntry
          key={comment.id}
          comment={comment}
          deletable={{ ...deletable, remove: (id) => deletable.remove(id).then(() => setSent(false)) }}
          canDelete={viewer !== null && viewer.id === comment.user?.id}
        />
      ))}
      {hasSent && (
        <output className="draft-comment-sent">
          {rich('<strong>Thanks!</strong> The author has received your comment.', {
            strong: (text) => <strong>{text}</strong>,
          })}
        </output>
      )}
      <h3>{t('Leave a comment')}</h3>
      <DraftCommentForm
        token={token}
        onSent={() => {
          setSent(true)
          showToast({ title: t('Comment sent'), variant: 'success' })
        }}
      />
    </section>
  )
}
