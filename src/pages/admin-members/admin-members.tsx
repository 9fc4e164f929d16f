import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { AdminMemberEntry } from '#features/admin/members/admin-member.tsx'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { MemberFilterForm } from '#features/admin/members/member-filter.tsx'
import type { MemberFilter } from '#features/admin/members/members.contract.ts'
import { useAdminMembers } from '#features/admin/members/members.hooks.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

export const adminMembersView: PageView<typeof adminMembersAddress> = {
  View: AdminMembersPage,
  head: () => ({ title: t('Members'), noindex: true }),
}

function AdminMembersPage() {
  // The list is not rendered on the server: the browser reads the filter from the URL.
  const filter = adminMembersAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea
      title={t('Members')}
      actions={
        <ButtonLink icon="link" href={adminInvitationsAddress.href()}>
          {t('Invitations')}
        </ButtonLink>
      }
    >
      <Members filter={filter} />
    </AdminArea>
  )
}

function Members({ filter }: { filter: MemberFilter }) {
  const {
    data: loaded,
    error,
    refetch,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useAdminMembers(filter)
  const pages = loaded?.pages ?? []
  const site = pages.at(-1)
  if (!site && !error) return <Skeletons count={3} label={t('Loading members')} />
  if (!site) {
    return (
      <ErrorPanel
        title={t('Failed to load members')}
        actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
      >
        {messageOf(error, t('Try again.'))}
      </ErrorPanel>
    )
  }
  return (
    <>
      {!site.hasAccounts && (
        <p>
          {t(
            'Accounts on this site are managed by Supabase, so this list doesn’t include email addresses, last activity, or two-factor authentication. To sign a member out of all devices, use the Supabase dashboard.',
          )}
        </p>
      )}
      <MemberFilterForm key={JSON.stringify(filter)} filter={filter} hasAccounts={site.hasAccounts} />
      {site.total === 0 ? (
        <EmptyState icon="users" title={t('No members found')}>
          {t('No member matches this search.')}
        </EmptyState>
      ) : (
        <div className="stack" aria-busy={isPlaceholderData}>
          <p className="meta">
            {t('{total, plural, one {# member, newest first} other {# members, newest first}}', {
              total: site.total,
            })}
          </p>
          <div className="entries">
            {pages.flatMap(({ members }) =>
              members.map((member) => <AdminMemberEntry key={member.id} member={member} site={site} />),
            )}
          </div>
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show more members')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
