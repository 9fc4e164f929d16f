import { t } from '#messages/messages.ts'
import './draft-comments.css'
import { Button } from '#ui/button.tsx'
import { useAction } from '#web/action.tsx'
import { DraftCommentEntry } from './draft-comment-entry.tsx'
import type { DraftComment } from './shared-drafts.contract.ts'
import { useDraftComments } from './shared-drafts.hooks.ts'

/** The comments on the author's draft. Renders nothing if there are none. */
export function DraftFeedback({ draftKey }: { draftKey: string }) {
  const { comments, resolve, deletable } = useDraftComments(draftKey)
  if (comments.length === 0) return null
  const open = comments.filter(({ isResolved }) => !isResolved).length
  return (
    <section className="draft-comments" id="draft-comments" aria-labelledby="draft-comments-title">
      <h2 id="draft-comments-title">
        {t('Comments on this draft')}{' '}
        <span className="draft-comments-count">{t('{open, plural, one {# open} other {# open}}', { open })}</span>
      </h2>
      <p className="draft-comments-hint">
        {t('Only you and people with the link can see them. They are deleted when you publish or discard the draft.')}
      </p>
      {comments.map((comment) => (
        <DraftCommentEntry key={comment.id} comment={comment} deletable={deletable} canDelete>
          <ResolveButton comment={comment} onResolve={resolve} />
        </DraftCommentEntry>
      ))}
    </section>
  )
}

interface ResolveProps {
  comment: DraftComment
  onResolve: (id: number, isResolved: boolean) => Promise<unknown>
}

function ResolveButton({ comment: { id, isResolved }, onResolve }: ResolveProps) {
  const { run, isBusy } = useAction(onResolve, t('Failed to change the comment. Please try again.'))
  return (
    <Button
      variant="plain"
      size="s"
      icon={isResolved ? 'undo-2' : 'check'}
      busy={isBusy}
      onClick={() => void run(id, !isResolved)}
    >
      {isResolved ? t('Reopen') : t('Resolve')}
    </Button>
  )
}
