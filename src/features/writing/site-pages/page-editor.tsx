import { t } from '#messages/messages.ts'
import '#features/writing/articles/article-editor.css'
import './page-editor.css'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ArticleBar } from '#features/writing/articles/article-bar.tsx'
import { ArticleTitle } from '#features/writing/articles/article-heading.tsx'
import { ArticleNote } from '#features/writing/articles/article-notes.tsx'
import { ArticleText } from '#features/writing/article-text/article-text.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Switch } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { type Faults, useFaults } from '#web/use-form.ts'
import { AddressField } from './address-field.tsx'
import { PageActions } from './page-actions.tsx'
import { PageConflict } from './page-conflict.tsx'
import { draftOf, usePageDraft } from './page-draft.hooks.ts'
import { type SaveOutcome, useSavePage } from './save-page.hooks.ts'
import { adminPagesAddress, editPageAddress, sitePageAddress } from './site-page-addresses.contract.ts'
import type { SitePage } from './site-pages.contract.ts'

interface Props {
  /** The local storage key for unsaved changes. */
  storageKey: string
  /** The page to edit; null for a new one. */
  page: SitePage | null
  /** The page was deleted after this browser stored changes to it. */
  wasDeleted?: boolean
}

/** The editor for a page. Stores unsaved changes in this browser. */
export function PageEditor({ storageKey, page: initial, wasDeleted = false }: Props) {
  const [page, setPage] = useState(initial)
  const [isDeleted, setDeleted] = useState(wasDeleted)
  const [conflict, setConflict] = useState<{ present: SitePage; publishes: boolean } | null>(null)
  const { faults, setFaults, clearFault } = useFaults()
  const [isUploading, setUploading] = useState(false)
  const { draft, isChanged, wasRestored, change, changeTitle, replace } = usePageDraft(storageKey, page)
  const { save, isPending } = useSavePage()
  const [, navigate] = useLocation()
  const title = useRef<HTMLTextAreaElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const text = useRef<{ focus: () => void }>(null)
  const fields = { title, slug: address, content: text }
  const isPublished = page?.isPublished ?? false

  async function press(publishes: boolean, asked = draft) {
    if (isPending || isUploading) return
    follow(await save(page?.id ?? null, asked, publishes), publishes)
  }

  function follow(outcome: SaveOutcome, publishes: boolean) {
    setFaults(outcome.is === 'faulty' ? outcome.faults : {})
    if (outcome.is === 'faulty') focusFirst(outcome.faults)
    if (outcome.is === 'conflicting') setConflict({ present: outcome.present, publishes })
    if (outcome.is === 'failed') showFailure(outcome.reason, t('Failed to save the page. Please try again.'))
    if (outcome.is === 'saved') arrive(outcome.page, publishes)
    if (outcome.is !== 'deleted') return
    setPage(null)
    setDeleted(true)
    change({ updatedAt: null })
  }

  function focusFirst(found: Faults) {
    const first = (['title', 'slug', 'content'] as const).find((name) => name in found)
    if (first) fields[first].current?.focus()
  }

  function arrive(saved: SitePage, publishes: boolean) {
    setPage(saved)
    replace(draftOf(saved))
    setConflict(null)
    setDeleted(false)
    showToast({
      title: publishes ? (isPublished ? t('Page updated') : t('Page published')) : wordsFor(isPublished),
      variant: 'success',
    })
    if (publishes) navigate(sitePageAddress.href({ slug: saved.slug }))
    else if (initial === null) navigate(editPageAddress.href({ id: saved.id }), { replace: true })
  }

  const edit = (part: Parameters<typeof change>[0], name: string) => {
    change(part)
    clearFault(name)
  }

  return (
    <form
      className="article-editor"
      aria-label={page ? t('Edit page') : t('New page')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void press(true)
      }}
    >
      <ArticleBar heading={page ? t('Edit page') : t('New page')} status={null}>
        <ButtonLink variant="plain" href={adminPagesAddress.href()}>
          {t('Cancel')}
        </ButtonLink>
        {!isPublished && (
          <Button aria-disabled={isPending || isUploading} onClick={() => void press(false)}>
            {t('Save draft')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isPending} aria-disabled={isUploading}>
          {isPublished ? t('Update') : t('Publish')}
        </Button>
      </ArticleBar>
      {isDeleted && (
        <ArticleNote icon="triangle-alert">
          {t('This page has been deleted. You can publish your text as a new page.')}
        </ArticleNote>
      )}
      {wasRestored && !isDeleted && (
        <ArticleNote icon="undo-2">{t('Restored unsaved changes from this browser.')}</ArticleNote>
      )}
      <PageConflict
        storageKey={storageKey}
        draft={draft}
        present={conflict?.present ?? null}
        isPending={isPending}
        onKeepMine={(theirs) => void press(conflict?.publishes ?? false, { ...draft, updatedAt: theirs.updatedAt })}
        onTakeTheirs={(theirs) => {
          setPage(theirs)
          replace(draftOf(theirs))
          setConflict(null)
        }}
        onRestore={(before) => change({ ...before, updatedAt: draft.updatedAt })}
      />
      <ArticleTitle
        ref={title}
        title={draft.title}
        fault={faults['title']}
        isReadOnly={isPending}
        onChange={(words) => {
          changeTitle(words)
          edit({}, 'title')
        }}
        onEnter={() => address.current?.focus()}
        onSave={() => void press(isPublished)}
        onSubmit={() => void press(true)}
      />
      <div className="page-facts">
        <AddressField
          ref={address}
          slug={draft.slug}
          pageId={page?.id ?? null}
          fault={faults['slug']}
          isReadOnly={isPending}
          onChange={(slug) => edit({ slug }, 'slug')}
          onEnter={() => text.current?.focus()}
        />
        <div className="page-in-navigation">
          <Switch
            label={t('Show in navigation')}
            checked={draft.isInNavigation}
            disabled={isPending}
            onChange={(isInNavigation) => edit({ isInNavigation }, 'isInNavigation')}
          />
          {faults['isInNavigation'] && (
            <p className="field-error" role="alert">
              {faults['isInNavigation']}
            </p>
          )}
        </div>
        {page && (
          <PageActions
            page={page}
            isChanged={isChanged}
            isPending={isPending}
            onDiscard={() => replace(draftOf(page))}
            onUnpublish={() => press(false)}
            onDeleted={() => {
              replace(draftOf(page))
              navigate(adminPagesAddress.href())
            }}
          />
        )}
      </div>
      <ArticleText
        ref={text}
        title={draft.title.trim() || t('Untitled page')}
        content={draft.content}
        hasHashtags={false}
        fault={faults['content']}
        isReadOnly={isPending}
        onUploading={setUploading}
        onChange={(content) => edit({ content }, 'content')}
        onSave={() => void press(isPublished)}
        onSubmit={() => void press(true)}
      />
    </form>
  )
}

const wordsFor = (wasPublished: boolean): string => (wasPublished ? t('Page unpublished') : t('Draft saved'))
