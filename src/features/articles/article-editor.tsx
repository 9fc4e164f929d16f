import './article-editor.css'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Post } from '#features/posts/posts.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { isSignedIn } from '#web/session.ts'
import type { Faults } from '#web/use-form.ts'
import { isUnsaved, statusOf } from './article-autosave.hooks.ts'
import { ArticleBar } from './article-bar.tsx'
import { ArticleClashes } from './article-clashes.tsx'
import { tryToDiscard } from './article-drafts.hooks.ts'
import type { Autosaver, Shown } from './article-driver.hooks.ts'
import { DeleteArticle, DiscardChanges } from './article-ends.tsx'
import { ArticleCategory, ArticleTitle } from './article-heading.tsx'
import { useLeaving } from './article-leaving.hooks.ts'
import { ArticleNote, PublishedNote } from './article-notes.tsx'
import type { Opening } from './article-opening.hooks.ts'
import { tellOutcome } from './article-outcomes.tsx'
import { usePublishedElsewhere } from './article-published.hooks.ts'
import { useAutosave } from './article-saving.hooks.ts'
import { publishedWriting } from './article-start.hooks.ts'
import { type Outcome, useSubmit } from './article-submit.hooks.ts'
import { ArticleText } from './article-text.tsx'
import { isSameWriting, type Writing } from './article-writing.hooks.ts'

interface Props {
  userId: string
  opening: Opening
  /** The article that is changed; without it, a new one is written. */
  post?: Post
  /** The draft can be found under that key, from now on. */
  onNamed?: (key: string) => void
  /** What else is to be known, over the text. */
  children?: ReactNode
}

/** Writes or changes an article. Each word is saved as it is typed; readers see it when it is published. */
export function ArticleEditor({ userId, opening, post, onNamed, children }: Props) {
  const { saver, shown } = useAutosave(userId, opening)
  const { submit, isPending } = useSubmit(saver)
  const [, navigate] = useLocation()
  const [article, setArticle] = useState(post)
  const [present, setPresent] = useState<Post | null>(null)
  const [isUploading, setUploading] = useState(false)
  const [isRestored, setRestored] = useState(opening.restored !== null)
  const { faults, show, mend, title, category, text } = useFaults()
  const published = usePublishedElsewhere(saver, shown)
  useNaming(shown, onNamed)

  async function press() {
    if (isPending || isUploading) return
    const outcome = await submit()
    tellOutcome(outcome, post === undefined)
    follow(outcome)
  }

  function follow(outcome: Outcome) {
    show(outcome.is === 'faulty' ? outcome.faults : {})
    if (outcome.is === 'clashing') setPresent(outcome.present)
    if (outcome.is === 'published-before') published.tell(outcome.postId)
    if (outcome.is === 'deleted') navigate(`/blog/create?draft=${outcome.key}`)
    if (outcome.is === 'done') navigate(`/post/${outcome.post.id}`)
  }

  const change = (part: Partial<Writing>) => {
    saver.change(part)
    mend(part)
  }
  const { writing } = shown
  const isChanged = article !== undefined && !isSameWriting(writing, publishedWriting(article))

  return (
    <form
      className="article-editor"
      aria-label={post ? 'Edit article' : 'New article'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void press()
      }}
    >
      <ArticleBar heading={post ? 'Edit article' : 'New article'} status={statusOf(shown)}>
        <ButtonLink variant="plain" href="/blog" onClick={() => void keepForLater(saver, isChanged || !post)}>
          Cancel
        </ButtonLink>
        <Button type="submit" variant="primary" busy={isPending} aria-disabled={isUploading}>
          {submitLabel(post === undefined, isPending)}
        </Button>
      </ArticleBar>
      {children}
      {published.note && <PublishedNote {...published.note} />}
      {isRestored && (
        <ArticleNote icon="undo-2" onDismiss={() => setRestored(false)}>
          Restored from this browser: words that the server did not have yet.
        </ArticleNote>
      )}
      {shown.isCopyMissing && (
        <ArticleNote icon="triangle-alert">
          This browser keeps no copy. Until the text is saved it is kept nowhere else.
        </ArticleNote>
      )}
      <ArticleClashes
        userId={userId}
        saver={saver}
        shown={shown}
        others={opening.others}
        present={present}
        isPending={isPending}
        onKeepMine={(theirs) => {
          saver.rebase(theirs.updatedAt)
          setPresent(null)
          void press()
        }}
        onTakeTheirs={(theirs) => {
          saver.rebase(theirs.updatedAt)
          setArticle(theirs)
          setPresent(null)
        }}
      />
      <ArticleTitle
        ref={title}
        title={writing.title}
        fault={faults.title}
        isReadOnly={isPending}
        onChange={(words) => change({ title: words })}
        onEnter={() => text.current?.focus()}
        onSave={() => void saver.save()}
        onSubmit={() => void press()}
      />
      <div className="article-facts">
        <ArticleCategory
          ref={category}
          categoryId={writing.categoryId}
          fault={faults.categoryId}
          isReadOnly={isPending}
          onChange={(categoryId) => change({ categoryId })}
        />
        {article && (
          <div className="article-ends">
            <span className="meta article-draft-hint" data-changed={isChanged}>
              Your changes are a draft
            </span>
            <DiscardChanges
              saver={saver}
              article={article}
              isPossible={isChanged && shown.phase.is !== 'clashing' && !isPending}
            />
            <DeleteArticle saver={saver} article={article} />
          </div>
        )}
      </div>
      <ArticleText
        ref={text}
        title={writing.title}
        content={writing.content}
        fault={faults.content}
        isReadOnly={isPending}
        onUploading={setUploading}
        onChange={(content) => change({ content })}
        onSave={() => void saver.save()}
        onSubmit={() => void press()}
      />
      <LeaveDialog saver={saver} shown={shown} isUploading={isUploading} />
    </form>
  )
}

function submitLabel(isNew: boolean, isPending: boolean): string {
  if (isNew) return isPending ? 'Publishing...' : 'Publish Post'
  return isPending ? 'Updating...' : 'Update Post'
}

/** Says where the text is when it is left. A draft that says what is published already goes. */
async function keepForLater(saver: Autosaver, hasNews: boolean): Promise<void> {
  if (!(await saver.save())) return
  const { key, saved } = saver.shown()
  if (saved.updatedAt === null) return
  if (hasNews) showToast({ title: 'Kept as a draft', description: 'You find it on the Blog page.' })
  else await tryToDiscard(key)
}

/** Tells the page when the draft can be found under its key. */
function useNaming({ key, ...shown }: Shown, onNamed: ((key: string) => void) | undefined) {
  const isSomewhere = shown.saved.updatedAt !== null || isUnsaved({ key, ...shown })
  const name = useEffectEvent((key: string) => onNamed?.(key))
  useEffect(() => {
    if (isSomewhere) name(key)
  }, [isSomewhere, key])
}

/** What is wrong at which field. The first one gets the focus; what is changed is right until it is asked again. */
function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  const title = useRef<HTMLTextAreaElement>(null)
  const category = useRef<HTMLSelectElement>(null)
  const text = useRef<{ focus: () => void }>(null)

  function show(found: Faults) {
    setFaults(found)
    const first = found.title ? title : found.categoryId ? category : found.content ? text : null
    first?.current?.focus()
  }
  const mend = (part: Partial<Writing>) =>
    setFaults((found) => Object.fromEntries(Object.entries(found).filter(([name]) => !(name in part))))
  return { faults, show, mend, title, category, text }
}

interface LeaveProps {
  saver: Autosaver
  shown: Shown
  isUploading: boolean
}

function LeaveDialog({ saver, shown, isUploading }: LeaveProps) {
  const { isAsking, answer } = useLeaving(saver, shown, isUploading)
  useEffect(
    () => () => {
      const { trouble, isCopyMissing, ...last } = saver.shown()
      if (trouble === null || isCopyMissing || !isSignedIn() || !isUnsaved({ trouble, ...last })) return
      showToast({ title: 'Not saved yet', description: 'Your last changes are kept in this browser.' })
    },
    [saver],
  )
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title="Leave without saving?"
      description={
        shown.isCopyMissing
          ? 'Your last changes are not saved, and this browser keeps no copy of them. They would be lost.'
          : 'Your last changes are not saved yet. They stay in this browser, where you can go on with them later.'
      }
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger={shown.isCopyMissing}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
