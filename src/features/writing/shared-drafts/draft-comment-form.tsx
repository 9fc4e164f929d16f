import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { AuthorNameField } from '#features/conversation/comments/author-name-field.tsx'
import { TrapField } from '#features/conversation/comments/trap-field.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { showFailure } from '#web/action.tsx'
import { isSignedIn } from '#web/session.ts'
import { useForm } from '#web/use-form.ts'
import { commentOnDraft } from './shared-drafts.contract.ts'
import { useSharedComments } from './shared-drafts.hooks.ts'

interface Props {
  token: string
  onSent: () => void
}

/** The form for a comment on a shared draft. It also works without JavaScript. */
export function DraftCommentForm({ token, onSent }: Props) {
  const viewer = useViewer()
  const { send } = useSharedComments(token)
  const [shownAt] = useState(() => performance.now())
  const { onSubmit, loadSchema, faults, isPending } = useForm(
    () => schemaFor(viewer !== null || isSignedIn()),
    async (comment, form) => {
      try {
        await send({ ...comment, writingMs: Math.round(performance.now() - shownAt) })
        const field = form.elements.namedItem('content')
        if (field instanceof HTMLTextAreaElement) field.value = ''
        onSent()
      } catch (reason) {
        showFailure(reason, t('Failed to send your comment. Please try again.'))
      }
    },
  )
  return (
    <form
      className="form"
      method="post"
      action={commentOnDraft.href({ token })}
      noValidate
      aria-label={t('Comment on this draft')}
      onSubmit={(event) => void onSubmit(event)}
      onInput={loadSchema}
    >
      {viewer ? (
        <p className="draft-comment-author">
          <Avatar name={viewer.displayName} image={viewer.profileImage} size="s" />
          <span>{rich('Commenting as {name}', { name: <strong dir="auto">{viewer.displayName}</strong> })}</span>
        </p>
      ) : (
        <AuthorNameField error={faults['authorName']} />
      )}
      <TextArea
        label={t('Comment')}
        name="content"
        rows={4}
        required
        hint={t('You can use *emphasis*, `code`, code blocks, and links.')}
        error={faults['content']}
      />
      <TrapField />
      <div className="form-actions">
        <p className="field-hint">{t('Only the author and people with this link can see comments.')}</p>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Sending...') : t('Send comment')}
        </Button>
      </div>
    </form>
  )
}

const schemaFor = async (isMember: boolean) =>
  (await import('#features/conversation/comments/comment-schemas.contract.ts')).commentSchema(isMember)
