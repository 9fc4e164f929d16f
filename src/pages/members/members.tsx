import { t } from '#messages/messages.ts'
import { MemberEntry } from '#features/people/follows/member-entry.tsx'
import { peopleQuery, type People, usePeople } from '#features/people/follows/people.hooks.ts'
import { PageBar } from '#web/page-bar.tsx'
import { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { PageProps, PageView } from '../page.ts'
import { peopleOf } from './members-address.ts'

export const membersView: PageView<typeof membersAddress> = {
  View: MembersPage,
  head: (cache, { query }) => {
    const people = peopleOf(query)
    const { page, search } = people
    const list = cache.getQueryData(peopleQuery(people).queryKey)
    return {
      title: [search ? t('Members: {search}', { search }) : t('Members'), page > 1 && t('Page {page}', { page })]
        .filter(Boolean)
        .join(' · '),
      description: t('The developers who write on this site.'),
      previousPath: page > 1 ? hrefOf(people, page - 1) : undefined,
      nextPath: list && page < list.totalPages ? hrefOf(people, page + 1) : undefined,
      noindex: search !== '' || list?.users.length === 0,
    }
  },
}

const hrefOf = ({ search }: People, page: number) => membersAddress.href({ search: search || null, page })

function MembersPage({ query }: PageProps<typeof membersAddress>) {
  const people = peopleOf(query)
  return (
    <div className="page">
      <PageHead title={t('Members')} />
      <div className="stack">
        <SearchForm
          key={people.search}
          title={t('Members')}
          action={membersAddress.href()}
          name="search"
          label={t('Search members by the start of their name')}
          placeholder={t('Name or username')}
          defaultValue={people.search}
          maxLength={100}
          isPrimary
        />
        <MemberList people={people} />
      </div>
    </div>
  )
}

function MemberList({ people }: { people: People }) {
  const query = usePeople(people)
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading members')} />}
      failed={t('Error Loading Members')}
    >
      {({ users, totalPages }) =>
        users.length === 0 ? (
          <EmptyState actions={<ButtonLink href={membersAddress.href()}>{t('View all members')}</ButtonLink>}>
            {people.search
              ? t('No member’s name starts with “{search}”.', { search: people.search })
              : t('There are no members on this page.')}
          </EmptyState>
        ) : (
          <>
            <div aria-busy={query.isPlaceholderData}>
              {users.map((user) => (
                <MemberEntry key={user.id} user={user} />
              ))}
            </div>
            <PageBar page={people.page} totalPages={totalPages} hrefOf={(page) => hrefOf(people, page)} />
          </>
        )
      }
    </Loaded>
  )
}
