import './draft-list.css'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { DiscardDraftDialog } from './discard-draft.tsx'
import { draftEditorPath, type DraftSummary } from './drafts.contract.ts'
import { useDrafts } from './drafts.hooks.ts'

const shownAtFirst = 3

interface DraftListProps {
  /** Additional details about a draft. */
  facts?: ComponentType<{ draft: DraftSummary }>
  /** Additional actions for a draft. */
  actions?: ComponentType<{ draft: DraftSummary }>
}

/** The signed-in member's drafts. Renders nothing if there are none. */
export function DraftList({ facts: Facts, actions: Actions }: DraftListProps) {
  const id = useId()
  const { data, isError, refetch } = useDrafts()
  const [showsAll, setShowsAll] = useState(false)
  if (!data) return isError ? <DraftsFailed onRetry={() => void refetch()} /> : null
  const { drafts } = data
  if (drafts.length === 0) return null
  return (
    <div className="drafts">
      <section className="drafts-card" aria-labelledby={id}>
        <h2 className="drafts-title" id={id}>
          {t('Your drafts')}
        </h2>
        <ul className="drafts-list">
          {drafts.slice(0, showsAll ? drafts.length : shownAtFirst).map((draft) => (
            <DraftItem
              key={draft.key}
              draft={draft}
              facts={Facts && <Facts draft={draft} />}
              actions={Actions && <Actions draft={draft} />}
            />
          ))}
        </ul>
        {drafts.length > shownAtFirst && !showsAll && (
          <Button variant="plain" size="s" icon="chevron-down" className="drafts-all" onClick={() => setShowsAll(true)}>
            {t('{count, plural, one {Show all # draft} other {Show all # drafts}}', { count: drafts.length })}
          </Button>
        )}
      </section>
    </div>
  )
}

/** Returns the title, or the editor's placeholder title. Source: docs/product.md, Article editor. */
const titleOf = ({ title }: DraftSummary): string => title.trim() || t('Untitled Blog Post')

interface DraftItemProps {
  draft: DraftSummary
  facts: ReactNode
  actions: ReactNode
}

function DraftItem({ draft, facts, actions }: DraftItemProps) {
  const [isAsking, setAsking] = useState(false)
  const mayPublish = useMayPublish()
  const title = titleOf(draft)
  const href = draftEditorPath(draft)
  return (
    <li className="drafts-item">
      <div className="drafts-words">
        <h3 className="drafts-name" dir="auto">
          {mayPublish ? <Link href={href}>{title}</Link> : title}
        </h3>
        {draft.excerpt && (
          <p className="drafts-excerpt" dir="auto">
            {draft.excerpt}
          </p>
        )}
      </div>
      <p className="drafts-facts meta">
        {facts}
        {draft.postId !== null && <span>{t('Edits to a published article')}</span>}
        <span>{rich('Saved {when}', { when: <Time iso={draft.updatedAt} /> })}</span>
      </p>
      <div className="drafts-actions">
        {mayPublish && (
          <ButtonLink href={href} size="s" aria-label={t('Continue: {title}', { title })}>
            {t('Continue')}
          </ButtonLink>
        )}
        <Button
          variant="plain"
          size="s"
          icon="trash-2"
          className="drafts-discard"
          aria-label={t('Discard: {title}', { title })}
          onClick={() => setAsking(true)}
        >
          <span>{t('Discard')}</span>
        </Button>
        {actions}
      </div>
      <DiscardDraftDialog draftKey={draft.key} title={title} isOpen={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}

const DraftsFailed = ({ onRetry }: { onRetry: () => void }) => (
  <p className="drafts row" role="alert">
    {t('Your drafts failed to load.')}
    <Button size="s" onClick={onRetry}>
      {t('Try Again')}
    </Button>
  </p>
)
