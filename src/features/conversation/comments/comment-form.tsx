import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { showFailure } from '#web/action.tsx'
import { type RefObject, useEffect, useRef } from 'react'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { isSignedIn } from '#web/session.ts'
import { type Faults, useForm } from '#web/use-form.ts'
import { AuthorNameField } from './author-name-field.tsx'
import { useCommentDraft } from './comment-draft.hooks.ts'
import { useSubmitComment } from './comments.hooks.ts'
import { type Comment, createComment } from './comments.contract.ts'
import { commentWords } from './comment-words.contract.ts'
import { signGuestbook } from './guestbook.contract.ts'
import { useShownAt } from './shown-at.hooks.ts'
import { TrapField } from './trap-field.tsx'

interface CommentFormProps {
  /** Null for the guestbook. */
  postId: number | null
  /** The comment to reply to. */
  answered?: Pick<Comment, 'id' | 'authorName'>
  onCancel?: () => void
  /** Called with null if the comment will be sent once the site is reachable. */
  onSent: (comment: Comment | null) => void
}

/** The form for commenting on a post or signing the guestbook. It also works without JavaScript. */
export function CommentForm({ postId, answered, onCancel, onSent }: CommentFormProps) {
  const words = commentWords(postId)
  const viewer = useViewer()
  const moderation = viewer ? words.moderatedForMembers : words.moderated
  const form = useRef<HTMLFormElement>(null)
  const shownAt = useShownAt()
  const draft = useCommentDraft(form, postId, answered?.id ?? null)
  const { mutateAsync } = useSubmitComment(postId)
  useReplyFocus(form, answered !== undefined)
  const { onSubmit, loadSchema, faults, isPending } = useForm(
    // Members may submit before their profile has loaded.
    () => schemaFor(postId, viewer !== null || isSignedIn()),
    async (comment) => {
      const writingMs = Math.round(performance.now() - shownAt)
      try {
        const sent = await mutateAsync({ ...comment, parentId: answered?.id ?? null, writingMs })
        draft.clear()
        onSent(sent)
      } catch (reason) {
        showFailure(reason, words.failed)
      }
    },
  )

  return (
    <form
      ref={form}
      className="form comment-form"
      method="post"
      action={postId === null ? signGuestbook.path : createComment.href({ id: postId })}
      noValidate
      aria-label={answered ? t('Reply to {authorName}', { authorName: answered.authorName }) : words.formLabel}
      onSubmit={(event) => void onSubmit(event)}
      onInput={() => {
        loadSchema()
        draft.save()
      }}
    >
      {viewer ? <Signature viewer={viewer} isEntry={postId === null} /> : <VisitorFields faults={faults} />}
      {/* Reserves the space of the signature. */}
      {!viewer && <p className="comment-form-author for-members" aria-hidden="true" />}
      <TextArea label={words.label} name="content" rows={4} required hint={words.hint} error={faults['content']} />
      <TrapField />
      <div className="form-actions">
        {moderation !== null && <p className="field-hint">{moderation}</p>}
        {onCancel && (
          <Button variant="plain" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Sending...') : answered ? t('Post reply') : words.submit}
        </Button>
      </div>
    </form>
  )
}

/** Focuses the first empty field of a reply, or its text. */
function useReplyFocus(form: RefObject<HTMLFormElement | null>, isReply: boolean): void {
  useEffect(() => {
    if (!isReply || !form.current) return
    const needed = [...form.current.querySelectorAll<HTMLInputElement>('[required]')]
    const next = needed.find(({ value }) => value === '') ?? needed.at(-1)
    next?.focus()
  }, [form, isReply])
}

/** @param isEntry whether the text is for the guestbook */
function Signature({ viewer, isEntry }: { viewer: Viewer; isEntry: boolean }) {
  const name = <strong dir="auto">{viewer.displayName}</strong>
  return (
    <p className="comment-form-author">
      <Avatar name={viewer.displayName} image={viewer.profileImage} size="s" />
      <span>{isEntry ? rich('Signing as {name}', { name }) : rich('Commenting as {name}', { name })}</span>
    </p>
  )
}

/** The name and the website of someone who is not signed in. */
const VisitorFields = ({ faults }: { faults: Faults }) => (
  <div className="form-row for-visitors">
    <AuthorNameField error={faults['authorName']} />
    <TextInput
      label={t('Website')}
      name="authorUrl"
      type="url"
      autoComplete="url"
      placeholder="https://"
      maxLength={2000}
      hint={t('Optional. Your name will link to it.')}
      error={faults['authorUrl']}
    />
  </div>
)

/** Returns the schema of what the viewer enters. */
async function schemaFor(postId: number | null, isMember: boolean) {
  const { commentSchema, entrySchema } = await import('./comment-schemas.contract.ts')
  return postId === null ? entrySchema(isMember) : commentSchema(isMember)
}
