import { t } from '#messages/messages.ts'
import { useReportedPosts, type ReportedPosts as Wanted } from '#features/admin/reports/reports.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import { ReportedPostEntry } from './reported-post-entry.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'

/** A page of open or closed reports. */
export function ReportedPosts({ status, page }: Wanted) {
  const { data, ...state } = useReportedPosts({ status, page })
  return (
    <AdminList
      noun="reports"
      list={data && { ...data, count: data.items.length }}
      {...state}
      hrefOf={(other) => adminReportsAddress.href({ status, page: other })}
      empty={
        status === 'open' ? (
          <EmptyState icon="circle-check" title={t('No open reports')}>
            {t('Posts that members report will appear here.')}
          </EmptyState>
        ) : (
          <EmptyState title={t('No closed reports')}>{t('Reports that you dismiss will appear here.')}</EmptyState>
        )
      }
    >
      {data?.items.map((item) => (
        <ReportedPostEntry key={item.post.id} item={item} />
      ))}
    </AdminList>
  )
}
