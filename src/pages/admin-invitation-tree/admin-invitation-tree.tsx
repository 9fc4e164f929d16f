import type { SubmitEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import {
  adminInvitationsAddress,
  adminInvitationTreeAddress,
} from '#features/people/registration/invitation-addresses.contract.ts'
import { InvitationTree } from '#features/people/registration/invitation-tree.tsx'
import { type InvitedMember, maxTreeMembers } from '#features/people/registration/invitation-tree.contract.ts'
import { useInvitationTree } from '#features/people/registration/invitations.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextInput } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

export const adminInvitationTreeView: PageView<typeof adminInvitationTreeAddress> = {
  View: AdminInvitationTreePage,
  head: () => ({ title: t('Invitation tree'), noindex: true }),
}

function AdminInvitationTreePage() {
  // The tree is not rendered on the server: the browser reads the search from the URL.
  const { q } = adminInvitationTreeAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea
      title={t('Invitation tree')}
      actions={
        <ButtonLink icon="link" href={adminInvitationsAddress.href()}>
          {t('Invitations')}
        </ButtonLink>
      }
    >
      <SearchForm key={q} q={q} />
      <Results q={q} />
    </AdminArea>
  )
}

function SearchForm({ q }: { q: string | undefined }) {
  const [, navigate] = useLocation()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    navigate(adminInvitationTreeAddress.href({ q: typeof text === 'string' ? text.trim() || undefined : undefined }))
  }
  return (
    <search aria-label={t('Search members')}>
      <form className="invitation-tree-search" onSubmit={submit}>
        <TextInput
          type="search"
          label={t('Name or username')}
          name="q"
          defaultValue={q ?? ''}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
    </search>
  )
}

function Results({ q }: { q: string | undefined }) {
  const query = useInvitationTree(q)
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading the members')} />}
      failed={t('Failed to load the members')}
    >
      {({ members, total }) =>
        total === 0 ? (
          <NoOne q={q} />
        ) : (
          <div className="stack" aria-busy={query.isPlaceholderData}>
            <p className="meta">{q === undefined || total > maxTreeMembers ? countText(total) : matchText(members)}</p>
            <InvitationTree members={members} />
          </div>
        )
      }
    </Loaded>
  )
}

const NoOne = ({ q }: { q: string | undefined }) =>
  q === undefined ? (
    <EmptyState icon="users" title={t('No invited members yet')}>
      {t('Members who join with an invitation link will appear here, below the member who created the link.')}
    </EmptyState>
  ) : (
    <EmptyState icon="users" title={t('No results for “{q}”', { q })}>
      {t('Only members who were invited or invited someone are listed.')}
    </EmptyState>
  )

const countText = (total: number): string =>
  total > maxTreeMembers
    ? t('Showing the {maxTreeMembers} newest of {total, plural, other {# members}}. Search to find others.', {
        maxTreeMembers,
        total,
      })
    : t('{total, plural, one {# member} other {# members, newest first}}', { total })

function matchText(members: InvitedMember[]): string {
  const count = members.filter(({ isMatch }) => isMatch).length
  return t(
    '{count, plural, one {# match, shown with who invited them and whom they invited} other {# matches, shown with who invited them and whom they invited}}',
    { count },
  )
}
