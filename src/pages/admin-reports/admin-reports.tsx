import { t } from '#messages/messages.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'
import type { PageProps, PageView } from '../page.ts'
import { ReportedPosts } from './reported-posts.tsx'
import { SuspendedMembers } from './suspended-members.tsx'

const tabs = [
  { id: 'open', label: t('Open') },
  { id: 'closed', label: t('Closed') },
  { id: 'suspended', label: t('Suspended (context: members)') },
] as const

export const adminReportsView: PageView<typeof adminReportsAddress> = {
  View: AdminReportsPage,
  head: () => ({ title: t('Reports'), noindex: true }),
}

function AdminReportsPage({ query: { status, page } }: PageProps<typeof adminReportsAddress>) {
  return (
    <AdminArea title={t('Reports')} isForModerators>
      <LinkTabs
        label={t('Reports')}
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
