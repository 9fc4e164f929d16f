import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageAddress, PageView } from '../page.ts'
import { ReportedPosts } from './reported-posts.tsx'
import { reportsHref, reportsPartOf, reportTabs } from './reports-address.ts'
import { SuspendedMembers } from './suspended-members.tsx'

export const adminReportsPage: PageView = {
  View: AdminReportsPage,
  head: () => ({ title: 'Reports', noindex: true }),
}

function AdminReportsPage({ query }: PageAddress) {
  const { tab, page } = reportsPartOf(query)
  return (
    <AdminArea title="Reports">
      <LinkTabs
        label="Reports"
        tabs={reportTabs.map(({ id, label }) => ({ label, href: reportsHref({ tab: id }), isCurrent: id === tab }))}
      />
      {tab === 'suspended' ? <SuspendedMembers page={page} /> : <ReportedPosts status={tab} page={page} />}
    </AdminArea>
  )
}
