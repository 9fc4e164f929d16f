import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'
import type { PageProps, PageView } from '../page.ts'
import { ReportedPosts } from './reported-posts.tsx'
import { SuspendedMembers } from './suspended-members.tsx'

const tabs = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
  { id: 'suspended', label: 'Suspended' },
] as const

export const adminReportsView: PageView<typeof adminReportsAddress> = {
  View: AdminReportsPage,
  head: () => ({ title: 'Reports', noindex: true }),
}

function AdminReportsPage({ query: { status, page } }: PageProps<typeof adminReportsAddress>) {
  return (
    <AdminArea title="Reports" isForModerators>
      <LinkTabs
        label="Reports"
        tabs={tabs.map(({ id, label }) => ({
          label,
          href: adminReportsAddress.href({ status: id }),
          isCurrent: id === status,
        }))}
      />
      {status === 'suspended' ? <SuspendedMembers page={page} /> : <ReportedPosts status={status} page={page} />}
    </AdminArea>
  )
}
