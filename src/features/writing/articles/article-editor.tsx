import './article-editor.css'
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { isUnsaved, statusOf } from '#features/writing/autosave/autosave-state.hooks.ts'
import type { AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import type { InitialArticle } from '#features/writing/autosave/initial-article.hooks.ts'
import { useAutosave } from '#features/writing/autosave/autosave.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { isSameWriting, type Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import { ArticleText } from '#features/writing/article-text/article-text.tsx'
import { draftEditorPath } from '#features/writing/drafts/drafts.contract.ts'
import { postPath, blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { TagsField } from '#features/writing/tags/tags-field.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ArticleBar } from './article-bar.tsx'
import { ArticleDetails } from './article-details.tsx'
import { ArticleConflicts } from './article-conflicts.tsx'
import { DeleteArticle, DiscardChanges } from './article-actions.tsx'
import { DraftDialogs, DraftFeedback, ScheduleNote } from './draft-parts.tsx'
import { DraftMenu, showChoice } from './draft-menu.tsx'
import { useDraftPlans } from './draft-plans.hooks.ts'
import { useArticleErrors } from './article-errors.hooks.ts'
import { ArticleCategory, ArticleTitle } from './article-heading.tsx'
import { saveBeforeLeaving, LeaveDialog } from './leave-dialog.tsx'
import { ArticleNote, PublishedNote } from './article-notes.tsx'
import { showDeleted, showOutcome } from './submit-toasts.tsx'
import { usePublishedElsewhere } from './published-elsewhere.hooks.ts'
import { type Outcome, useSubmit } from './article-submit.hooks.ts'

interface Props {
  userId: string
  initial: InitialArticle
  /** The article to edit; omitted for a new one. */
  post?: Post
  /** Called once the draft is stored under this key. */
  onNamed?: (key: string) => void
  /** Notes shown above the text. */
  children?: ReactNode
}

/** The editor for an article. Saves while the author types; readers see changes only once they are published. */
export function ArticleEditor({ userId, initial, post, onNamed, children }: Props) {
  const { saver, state } = useAutosave(userId, initial)
  const { submit, isPending } = useSubmit(saver)
  const [, navigate] = useLocation()
  const [article, setArticle] = useState(post)
  const [present, setPresent] = useState<Post | null>(null)
  const [isUploading, setUploading] = useState(false)
  const [isRestored, setRestored] = useState(initial.restored !== null)
  const { faults, show, mend, title, category, text } = useArticleErrors()
  const published = usePublishedElsewhere(saver, state)
  const plans = useDraftPlans(saver, state, show)
  useNaming(state, onNamed)

  const goOnAsNew = useEffectEvent(() => {
    showDeleted()
    navigate(draftEditorPath({ key: state.key, postId: null }))
  })
  const isOrphan = post !== undefined && state.postId === null
  useEffect(() => {
    if (isOrphan) goOnAsNew()
  }, [isOrphan])

  async function press() {
    if (isPending || isUploading) return
    const outcome = await submit()
    showOutcome(outcome, post === undefined)
    follow(outcome)
  }

  function follow(outcome: Outcome) {
    show(outcome.is === 'faulty' ? outcome.faults : {})
    if (outcome.is === 'conflicting') setPresent(outcome.present)
    if (outcome.is === 'published-before') published.report(outcome.postId)
    if (outcome.is === 'done') navigate(postPath(outcome.post))
  }

  const change = useCallback(
    (part: Partial<Writing>) => {
      saver.change(part)
      mend(part)
    },
    [saver, mend],
  )
  const changeDetails = useCallback(
    (part: Partial<Writing['details']>) => change({ details: { ...saver.state().writing.details, ...part } }),
    [saver, change],
  )
  const changeTags = useCallback((tags: string[]) => changeDetails({ tags }), [changeDetails])
  const { writing } = state
  const isChanged = article !== undefined && !isSameWriting(writing, publishedWriting(article))

  return (
    <>
      <form
        className="article-editor"
        aria-label={post ? t('Edit article') : t('New article')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void press()
        }}
      >
        <ArticleBar heading={post ? t('Edit article') : t('New article')} status={statusOf(state)}>
          <ButtonLink
            variant="plain"
            href={blogAddress.href()}
            onClick={() => void saveBeforeLeaving(saver, isChanged || !post)}
          >
            {t('Cancel')}
          </ButtonLink>
          <DraftMenu isNew={state.postId === null} schedule={plans.schedule} onChoose={plans.choose} />
          <Button type="submit" variant="primary" busy={isPending} aria-disabled={isUploading}>
            {submitLabel(post === undefined, isPending)}
          </Button>
        </ArticleBar>
        {children}
        <Suspense>
          {plans.schedule && (
            <ScheduleNote
              draftKey={state.key}
              schedule={plans.schedule}
              writing={writing}
              onChange={() => void plans.choose('schedule').then(showChoice)}
            />
          )}
        </Suspense>
        {published.note && <PublishedNote {...published.note} />}
        {isRestored && (
          <ArticleNote icon="undo-2" onDismiss={() => setRestored(false)}>
            {t('Restored unsaved text from this browser.')}
          </ArticleNote>
        )}
        {state.isCopyMissing && (
          <ArticleNote icon="triangle-alert">
            {t('This browser can’t store a copy. Don’t close this page until the text is saved.')}
          </ArticleNote>
        )}
        <ArticleConflicts
          userId={userId}
          saver={saver}
          state={state}
          olderCopies={initial.olderCopies}
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
                {t('You have unpublished changes')}
              </span>
              <DiscardChanges
                saver={saver}
                article={article}
                isPossible={isChanged && state.phase.is !== 'conflicting' && !isPending}
              />
              <DeleteArticle saver={saver} article={article} />
            </div>
          )}
        </div>
        <TagsField tags={writing.details.tags} error={faults['tags']} isReadOnly={isPending} onChange={changeTags} />
        <ArticleDetails
          details={writing.details}
          title={writing.title}
          faults={faults}
          isReadOnly={isPending}
          onChange={changeDetails}
          onUploading={setUploading}
        />
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
        <LeaveDialog saver={saver} state={state} isUploading={isUploading} />
      </form>
      <Suspense>{plans.storedKey !== null && <DraftFeedback draftKey={plans.storedKey} />}</Suspense>
      <Suspense>
        {plans.dialog && (
          <DraftDialogs open={plans.dialog} draftKey={state.key} schedule={plans.schedule} onClose={plans.close} />
        )}
      </Suspense>
    </>
  )
}

function submitLabel(isNew: boolean, isPending: boolean): string {
  if (isNew) return isPending ? t('Publishing...') : t('Publish Post')
  return isPending ? t('Updating...') : t('Update Post')
}

/** Calls `onNamed` once the draft is stored under its key. */
function useNaming({ key, ...state }: AutosaverState, onNamed: ((key: string) => void) | undefined) {
  const isSomewhere = state.saved.updatedAt !== null || isUnsaved({ key, ...state })
  const name = useEffectEvent((key: string) => onNamed?.(key))
  useEffect(() => {
    if (isSomewhere) name(key)
  }, [isSomewhere, key])
}
