import { t } from '#messages/messages.ts'
import { PolicyReportEntry } from '#features/admin/policy-reports/policy-report-entry.tsx'
import { policyReportDays } from '#features/admin/policy-reports/policy-reports.contract.ts'
import { useDeletePolicyReports, usePolicyReports } from '#features/admin/policy-reports/policy-reports.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { adminPolicyReportsAddress } from '../admin/admin-addresses.ts'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminPolicyReportsView: PageView = {
  View: AdminPolicyReportsPage,
  head: () => ({ title: t('Security policy'), noindex: true }),
}

function AdminPolicyReportsPage() {
  return (
    <AdminArea title={t('Security policy')}>
      <p>
        {t(
          'Browsers report what this site’s Content Security Policy blocked: a script or file that isn’t part of the site, or a mistake in the site itself. Reports don’t identify visitors and are deleted after {policyReportDays} days.',
          { policyReportDays },
        )}
      </p>
      <PolicyReports />
    </AdminArea>
  )
}

function PolicyReports() {
  const { data, ...rest } = usePolicyReports()
  const deleteAll = useDeletePolicyReports()
  const count = data?.reports.length ?? 0
  return (
    <AdminList
      noun="reports"
      list={data && { page: 1, totalPages: 1, total: count, count }}
      {...rest}
      hrefOf={() => adminPolicyReportsAddress.href()}
      empty={
        <EmptyState icon="circle-check" title={t('No violations')}>
          {t('Blocked scripts and files will appear here.')}
        </EmptyState>
      }
    >
      <div className="row">
        <ConfirmButton
          icon="trash-2"
          confirm={{
            title: t('Delete all reports?'),
            description: t('Violations that happen again will be reported again.'),
            confirmLabel: t('Delete'),
            action: deleteAll,
            success: { title: t('Reports deleted'), variant: 'success' },
            onDone: focusContent,
          }}
        >
          {t('Delete all')}
        </ConfirmButton>
      </div>
      <div className="entries">
        {data?.reports.map((report) => (
          <PolicyReportEntry key={report.id} report={report} />
        ))}
      </div>
    </AdminList>
  )
}
