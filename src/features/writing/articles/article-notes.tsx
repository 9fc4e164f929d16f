import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { StoredCopy } from '#features/writing/autosave/local-copies.hooks.ts'
import { draftEditorPath } from '#features/writing/drafts/drafts.contract.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Time } from '#ui/time.tsx'

interface NoteProps {
  icon?: IconName
  onDismiss?: () => void
  children: ReactNode
}

/** A note above the text. */
export const ArticleNote = ({ icon = 'info', onDismiss, children }: NoteProps) => (
  <div className="article-note">
    <Icon name={icon} />
    <output>{children}</output>
    {onDismiss && <IconButton icon="x" label={t('Dismiss')} size="s" onClick={onDismiss} />}
  </div>
)

/** Lists articles that are stored only in this browser. */
export const UnsavedArticles = ({ copies }: { copies: StoredCopy[] }) => (
  <section className="article-note" aria-label={t('Not saved yet')}>
    <Icon name="undo-2" />
    <div>
      <p>{t('Stored only in this browser, not saved yet:')}</p>
      <ul className="article-unsaved">
        {copies.map((copy) => (
          <li key={copy.storageKey}>
            <Link className="link" href={draftEditorPath({ key: copy.draftKey, postId: null })}>
              {nameOf(copy)}
            </Link>{' '}
            <Time className="meta" iso={new Date(copy.at).toISOString()} />
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const nameOf = ({ writing: { title, content } }: StoredCopy): string => {
  const name = title.trim() || content.trim().replaceAll(/\s+/g, ' ')
  return name.length > 60 ? `${name.slice(0, 60).trimEnd()}…` : name
}

interface PublishedProps {
  postId: number | null
  /** True if the text in the editor differs and has become a new draft. */
  isKept: boolean
}

/** Shown when the draft was published in another window. */
export const PublishedNote = ({ postId, isKept }: PublishedProps) => (
  <ArticleNote icon="circle-check">
    {postId === null ? (
      t('This article was published and has been deleted.')
    ) : (
      <>
        {t('This article has already been published.')}{' '}
        <Link className="link" href={postAddress.href({ id: postId })}>
          {t('Read the article')}
        </Link>
      </>
    )}{' '}
    {isKept ? t('Your text differs from it and is kept as a new draft.') : t('It contains the text that you see here.')}
  </ArticleNote>
)
