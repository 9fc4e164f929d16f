import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import type { AuditFilter, ExportFormat } from '#features/admin/audit/audit.contract.ts'
import { AuditEntryRow } from '#features/admin/audit/audit-entry.tsx'
import { AuditFilterForm } from '#features/admin/audit/audit-filter.tsx'
import { downloadAuditLog, useAuditLog } from '#features/admin/audit/audit.hooks.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useAction } from '#web/action.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminAuditView: PageView<typeof adminAuditAddress> = {
  View: AdminAuditPage,
  head: () => ({ title: t('Audit log'), noindex: true }),
}

function AdminAuditPage() {
  // The list is not rendered on the server: the browser reads the filter from the URL.
  const { page, ...filter } = adminAuditAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Audit log')}>
      <p>
        {t(
          'Actions taken by administrators, by moderators, or on the command line, and changes to accounts. Entries cannot be edited.',
        )}
      </p>
      <AuditFilterForm key={JSON.stringify(filter)} filter={filter} />
      <Entries filter={filter} page={page} />
    </AdminArea>
  )
}

function Entries({ filter, page }: { filter: AuditFilter; page: number }) {
  const { data, ...rest } = useAuditLog({ ...filter, page })
  return (
    <AdminList
      noun="entries"
      list={data && { ...data, count: data.entries.length }}
      {...rest}
      hrefOf={(number) => adminAuditAddress.href({ ...filter, page: number })}
      empty={
        <EmptyState icon="list" title={t('No entries')}>
          {t('Nothing matches, or nothing has happened yet. Dates are in UTC.')}
        </EmptyState>
      }
    >
      {data && (
        <div className="row">
          <p className="meta">
            {t('{total, plural, one {# entry, kept for {days} days} other {# entries, kept for {days} days}}', {
              total: data.total,
              days: data.days,
            })}
          </p>
          <div className="row push">
            <Download filter={filter} format="csv" />
            <Download filter={filter} format="json" />
          </div>
        </div>
      )}
      <div className="entries">
        {data?.entries.map((entry) => (
          <AuditEntryRow key={entry.id} entry={entry} />
        ))}
      </div>
    </AdminList>
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
