import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import type { AuditFilter, ExportFormat } from '#features/admin/audit/audit.contract.ts'
import { AuditEntryRow } from '#features/admin/audit/audit-entry.tsx'
import { AuditFilterForm } from '#features/admin/audit/audit-filter.tsx'
import { downloadAuditLog, useAuditLog } from '#features/admin/audit/audit.hooks.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { useAction } from '#web/action.tsx'
import { messageOf } from '#web/api.ts'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

export const adminAuditView: PageView<typeof adminAuditAddress> = {
  View: AdminAuditPage,
  head: () => ({ title: t('Audit log'), noindex: true }),
}

function AdminAuditPage() {
  // The list is not rendered on the server: the browser reads the filter from the URL.
  const filter = adminAuditAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Audit log')}>
      <p>
        {t(
          'Actions taken by administrators, by moderators, or on the command line, and changes to accounts. Entries cannot be edited.',
        )}
      </p>
      <AuditFilterForm key={JSON.stringify(filter)} filter={filter} />
      <Entries filter={filter} />
    </AdminArea>
  )
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { data, error, refetch, isPlaceholderData, ...query } = useAuditLog(filter)
  const [first] = data?.pages ?? []
  if (!first && !error) return <Skeletons count={3} label={t('Loading entries')} />
  if (!first) {
    return (
      <ErrorPanel
        title={t('Failed to load entries')}
        actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
      >
        {messageOf(error, t('Try again.'))}
      </ErrorPanel>
    )
  }
  if (first.entries.length === 0) {
    return (
      <EmptyState icon="list" title={t('No entries')}>
        {t('Nothing matches, or nothing has happened yet. Dates are in UTC.')}
      </EmptyState>
    )
  }
  return (
    <div className="stack" aria-busy={isPlaceholderData}>
      <div className="row">
        <p className="meta">
          {t('Newest first. Entries are kept for {days, plural, one {# day} other {# days}}.', { days: first.days })}
        </p>
        <div className="row push">
          <Download filter={filter} format="csv" />
          <Download filter={filter} format="json" />
        </div>
      </div>
      <div className="entries">
        {data?.pages.flatMap(({ entries }) => entries.map((entry) => <AuditEntryRow key={entry.id} entry={entry} />))}
      </div>
      {query.isFetchNextPageError && (
        <p className="field-error" role="alert">
          {messageOf(error, t('Failed to load more. Please try again.'))}
        </p>
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('Show more entries')}
        </Button>
      )}
    </div>
  )
}

function Download({ filter, format }: { filter: AuditFilter; format: ExportFormat }) {
  const { run, isBusy } = useAction(() => downloadAuditLog(filter, format))
  return (
    <Button size="s" icon="download" busy={isBusy} onClick={() => void run()}>
      {format.toUpperCase()}
    </Button>
  )
}
