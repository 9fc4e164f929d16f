import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'

const texts = {
  emails: {
    loading: t('Loading emails'),
    failed: t('Failed to load emails'),
    pastEnd: t('There are no emails on this page.'),
  },
  invitations: {
    loading: t('Loading invitations'),
    failed: t('Failed to load invitations'),
    pastEnd: t('There are no invitations on this page.'),
  },
  jobs: {
    loading: t('Loading jobs'),
    failed: t('Failed to load jobs'),
    pastEnd: t('There are no jobs on this page.'),
  },
  messages: {
    loading: t('Loading messages'),
    failed: t('Failed to load messages'),
    pastEnd: t('There are no messages on this page.'),
  },
  redirects: {
    loading: t('Loading redirects'),
    failed: t('Failed to load redirects'),
    pastEnd: t('There are no redirects on this page.'),
  },
  reports: {
    loading: t('Loading reports'),
    failed: t('Failed to load reports'),
    pastEnd: t('There are no reports on this page.'),
  },
  requests: {
    loading: t('Loading requests'),
    failed: t('Failed to load requests'),
    pastEnd: t('There are no requests on this page.'),
  },
  results: {
    loading: t('Loading results'),
    failed: t('Failed to load results'),
    pastEnd: t('There are no results on this page.'),
  },
  suspendedMembers: {
    loading: t('Loading suspended members'),
    failed: t('Failed to load suspended members'),
    pastEnd: t('There are no suspended members on this page.'),
  },
  tags: {
    loading: t('Loading tags'),
    failed: t('Failed to load tags'),
    pastEnd: t('There are no tags on this page.'),
  },
}

interface Props {
  /** The plural name of the entries, such as 'reports'. */
  noun: keyof typeof texts
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
  if (!list && !error) return <Skeletons count={3} label={texts[noun].loading} />
  if (!list) {
    return (
      <ErrorPanel title={texts[noun].failed} actions={<Button onClick={refetch}>{t('Try Again')}</Button>}>
        {messageOf(error, t('Try again.'))}
      </ErrorPanel>
    )
  }
  if (list.total === 0) return empty
  if (list.count === 0) {
    return (
      <EmptyState actions={<ButtonLink href={hrefOf(1)}>{t('Go to the first page')}</ButtonLink>}>
        {texts[noun].pastEnd}
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
