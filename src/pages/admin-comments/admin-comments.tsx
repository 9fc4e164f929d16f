import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './admin-comments.css'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { BlockedAuthors } from '#features/conversation/moderation-queue/blocked-authors.tsx'
import { ModerationQueue } from '#features/conversation/moderation-queue/moderation-queue.tsx'
import { type QueueStatus, queueStatuses } from '#features/conversation/comments/comment-moderation.contract.ts'
import { useQueue } from '#features/conversation/moderation-queue/moderation-queue.hooks.ts'
import { pageNumberOf } from '#schemas/paging.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { RefreshAllAuthors } from '#features/conversation/webmentions/refresh-all-authors.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { PageView } from '../page.ts'

export const adminCommentsView: PageView = {
  View: AdminCommentsPage,
  head: () => ({ title: t('Manage Comments'), noindex: true }),
}

const labels: Record<QueueStatus, string> = {
  pending: t('Pending'),
  approved: t('Approved'),
  spam: t('Spam'),
}

/** The moderation queue, with status tabs and a search field. */
function AdminCommentsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const query = new URLSearchParams(useSearch())
  const status = queueStatuses.find((one) => one === query.get('status')) ?? 'pending'
  const search = (query.get('search') ?? '').slice(0, 100)
  const part = { status, search, page: pageNumberOf(query.get('page') ?? undefined) }
  const { data } = useQueue(part)
  return (
    <div className="page stack">
      <PageHead
        title={t('Manage Comments')}
        actions={
          <ButtonLink variant="plain" icon="arrow-left" href={settingsAddress.href()}>
            {t('Back to Settings')}
          </ButtonLink>
        }
      />
      <LinkTabs
        label={t('Comments')}
        tabs={queueStatuses.map((one) => ({
          href: addressOf({ status: one, search, page: 1 }),
          label: labels[one],
          count: data?.counts[one],
          isCurrent: one === status,
        }))}
      />
      <SearchForm key={search} status={status} search={search} />
      <ModerationQueue key={status} part={part} hrefOf={(page) => addressOf({ ...part, page })} />
      {data && data.items.length > 0 && (
        <p className="queue-keys meta">
          {rich(
            'Keyboard shortcuts: <kbd>J</kbd> next, <kbd>K</kbd> previous, <kbd>X</kbd> select, <kbd>A</kbd> approve, <kbd>H</kbd> move to pending, <kbd>S</kbd> mark as spam, <kbd>D</kbd> delete.',
            { kbd: (key) => <kbd>{key}</kbd> },
          )}
        </p>
      )}
      {data && <BlockedAuthors />}
      {data && <RefreshAllAuthors />}
    </div>
  )
}

function SearchForm({ status, search }: { status: QueueStatus; search: string }) {
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (search) field.current?.focus()
  }, [search])
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(addressOf({ status, search: field.current?.value.trim() ?? '', page: 1 }))
  }
  return (
    <search>
      <form className="queue-search" onSubmit={onSubmit}>
        <TextInput
          ref={field}
          label={t('Search comments')}
          hideLabel
          type="search"
          placeholder={t('Search names and comments')}
          maxLength={100}
          defaultValue={search}
        />
        <Button type="submit" icon="search">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

function addressOf({ status, search, page }: { status: QueueStatus; search: string; page: number }): string {
  const query = new URLSearchParams({
    ...(status !== 'pending' && { status }),
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return adminCommentsAddress.href() + (query && `?${query}`)
}
