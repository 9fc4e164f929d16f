import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { dequeue, notSentYet, type Queued } from '#web/outbox.ts'

interface Props {
  comment: Queued
  /** Moves the text back to the form; absent for replies, whose form is closed. */
  onEdit?: (() => void) | undefined
}

/** A comment that could not be sent yet, shown only to its author. */
export const QueuedComment = ({ comment: { id, text, fault }, onEdit }: Props) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot contain paragraphs
  <div role="status" className="comment-held">
    {fault === undefined ? (
      <strong>{notSentYet()}</strong>
    ) : (
      <span>
        <strong>{t('Your comment was rejected.')}</strong> {fault}{' '}
        {onEdit ? t('Edit it and post it again, or discard it.') : t('Copy the text to try again, or discard it.')}
      </span>
    )}
    <p className="comment-queued-text" dir="auto">
      {text}
    </p>
    <div className="row">
      {onEdit && (
        <Button size="s" variant="quiet" onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <Button size="s" variant="plain" onClick={() => dequeue(id)}>
        {t('Discard')}
      </Button>
    </div>
  </div>
)
