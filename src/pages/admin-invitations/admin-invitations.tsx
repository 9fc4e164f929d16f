import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import {
  adminInvitationsAddress,
  adminInvitationTreeAddress,
} from '#features/people/registration/invitation-addresses.contract.ts'
import { InvitationEntry } from '#features/people/registration/invitation-entry.tsx'
import { useInvitations } from '#features/people/registration/invitations.hooks.ts'
import { NewInvitationCard } from '#features/people/registration/new-invitation.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminInvitationsView: PageView<typeof adminInvitationsAddress> = {
  View: AdminInvitationsPage,
  head: () => ({ title: t('Invitations'), noindex: true }),
}

function AdminInvitationsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const { page } = adminInvitationsAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea
      title={t('Invitations')}
      actions={
        <>
          <ButtonLink icon="list" href={adminInvitationTreeAddress.href()}>
            {t('Invitation tree')}
          </ButtonLink>
          <ButtonLink icon="users" href={adminMembersAddress.href()}>
            {t('Members')}
          </ButtonLink>
        </>
      }
    >
      <NewInvitationCard />
      <Invitations page={page} />
    </AdminArea>
  )
}

function Invitations({ page }: { page: number }) {
  const { data, ...state } = useInvitations(page)
  return (
    <AdminList
      noun="invitations"
      list={data && { ...data, count: data.invitations.length }}
      {...state}
      hrefOf={(other) => adminInvitationsAddress.href({ page: other })}
      empty={
        <EmptyState icon="link" title={t('No invitation links yet')}>
          {t('Links that you create will appear here, with the members who joined through them.')}
        </EmptyState>
      }
    >
      <div className="entries">
        {data?.invitations.map((invitation) => (
          <InvitationEntry key={invitation.id} invitation={invitation} />
        ))}
      </div>
    </AdminList>
  )
}
