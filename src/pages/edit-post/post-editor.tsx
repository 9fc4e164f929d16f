import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { Composer } from '#features/writing/posts/composer.tsx'
import type { PostDraft } from '#features/writing/posts/draft.hooks.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { useSavePost } from '#features/writing/posts/save-post.hooks.ts'
import { EditConflict } from '#features/writing/history/edit-conflict.tsx'
import { useOtherEditor } from '#features/writing/history/other-editor.hooks.ts'
import { ReplacedText } from '#features/writing/history/replaced-text.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { dismissToast, showToast } from '#ui/toasts.ts'
import { sessionUserId } from '#web/session.ts'
import { removeStored, writeStored } from '#web/storage.ts'
import { useStoredText } from '#web/use-stored-text.ts'

const words = {
  submit: t('Update Post'),
  pending: t('Updating...'),
  failure: t('Failed to update post. Please try again.'),
}
const wordsInConflict = { ...words, submit: t('Keep my text') }

/** The composer, filled with the post or the stored draft. After an edit conflict, the author chooses one of the two
 *  versions; the other can be restored. */
export function PostEditor({ post }: { post: Post }) {
  const [, navigate] = useLocation()
  const { save, conflict, base, takeTheirs } = useSavePost(post)
  const [draftKey] = useState(() => `post-draft:${sessionUserId()}:${post.id}`)
  const replaced = useStoredText(`${draftKey}:aside`)
  const [draft, setDraft] = useState<PostDraft>(() => draftOf(post))
  const editor = useOtherEditor(conflict)
  const [isSaving, setSaving] = useState(false)
  const [fillings, setFillings] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (fillings === 0) return
    dismissToast()
    place.current?.scrollIntoView()
    form.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [fillings])

  /** Remounts the composer with the stored draft, if any, or else with the post. */
  const fill = () => setFillings((count) => count + 1)

  async function submit(draft: PostDraft): Promise<void> {
    setSaving(true)
    try {
      await save(draft)
    } finally {
      setSaving(false)
    }
    if (draft.content === replaced.text) replaced.remove()
    showToast({ title: t('Success'), description: t('Your post has been updated successfully!'), variant: 'success' })
    navigate(postPath(post))
  }

  function takeTheirText(): void {
    replaced.store(draft.content)
    removeStored(draftKey)
    takeTheirs()
    fill()
  }

  /** Swaps the composer's text with the replaced version. */
  function restore(text: string): void {
    writeStored(draftKey, JSON.stringify({ ...draft, content: text, updatedAt: base.updatedAt } satisfies PostDraft))
    if (draft.content === base.content) replaced.remove()
    else replaced.store(draft.content)
    fill()
  }

  return (
    <div className="stack" ref={place}>
      {conflict && (
        <EditConflict
          what="post"
          mine={{ title: conflict.title, content: draft.content }}
          theirs={{ ...conflict, editor }}
          busy={isSaving}
          onKeepMine={() => form.current?.requestSubmit()}
          onTakeTheirs={takeTheirText}
        />
      )}
      {replaced.text !== null && (
        <ReplacedText text={replaced.text} onRestore={() => restore(replaced.text ?? '')} onDiscard={replaced.remove} />
      )}
      <Composer
        key={fillings}
        form={form}
        draftKey={draftKey}
        initial={draftOf(base)}
        words={conflict ? wordsInConflict : words}
        onDraft={setDraft}
        onSubmit={submit}
      >
        <ButtonLink variant="plain" href={postPath(post)} onClick={() => removeStored(draftKey)}>
          {t('Cancel')}
        </ButtonLink>
      </Composer>
    </div>
  )
}

const draftOf = ({ content, categoryId, updatedAt }: Post): PostDraft => ({ content, categoryId, updatedAt })
