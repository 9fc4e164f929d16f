import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'

interface Props {
  /** The plural name of the entries, such as 'reports'. */
  noun: string
  list: { page: number; totalPages: number; total: number; count: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
  hrefOf: (page: number) => string
  /** Shown if the list has no entries. */
  empty: ReactNode
  children: ReactNode
}

/** A page of a list in any state: loading, failed, empty, past the end, or loaded. */
export function AdminList({ noun, list, error, isPlaceholderData, refetch, hrefOf, empty, children }: Props) {
  if (!list && !error) return <Skeletons count={3} label={t('Loading {noun}', { noun })} />
  if (!list) {
    return (
      <ErrorPanel
        title={t('Failed to load {noun}', { noun })}
        actions={<Button onClick={refetch}>{t('Try Again')}</Button>}
      >
        {messageOf(error, 'Try again.')}
      </ErrorPanel>
    )
  }
  if (list.total === 0) return empty
  if (list.count === 0) {
    return (
      <EmptyState actions={<ButtonLink href={hrefOf(1)}>{t('Go to the first page')}</ButtonLink>}>
        {t('There are no {noun} on this page.', { noun })}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="stack" aria-busy={isPlaceholderData}>
        {children}
      </div>
      <PageBar page={list.page} totalPages={list.totalPages} hrefOf={hrefOf} />
    </>
  )
}
