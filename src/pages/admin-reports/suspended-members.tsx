import { t } from '#messages/messages.ts'
import { SuspendedEntry } from '#features/admin/suspensions/suspended-entry.tsx'
import { useSuspensions } from '#features/admin/suspensions/suspensions.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'

/** A page of suspended members. */
export function SuspendedMembers({ page }: { page: number }) {
  const { data, ...state } = useSuspensions(page)
  return (
    <AdminList
      noun="suspendedMembers"
      list={data && { ...data, count: data.suspensions.length }}
      {...state}
      hrefOf={(other) => adminReportsAddress.href({ status: 'suspended', page: other })}
      empty={
        <EmptyState icon="users" title={t('No suspended members')}>
          {t('You can suspend a member from their profile or from a report on one of their posts.')}
        </EmptyState>
      }
    >
      {data?.suspensions.map((suspension) => (
        <SuspendedEntry key={suspension.member.id} suspension={suspension} />
      ))}
    </AdminList>
  )
}
