import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { githubTabs } from '#features/work/github/github-addresses.contract.ts'
import { ActivityList } from '#features/work/github/activity-list.tsx'
import { GithubSearch } from '#features/work/github/github-search.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { githubHref, type GithubView } from './github-address.ts'
import { GithubContributions } from './github-contributions.tsx'
import { GithubRepositories } from './github-repositories.tsx'

interface Props {
  user: User
  view: GithubView
}

const labels = { recent: t('Recent'), repositories: t('Repositories'), contributions: t('Contributions') }
const searchLabels = {
  recent: t('Search activity'),
  repositories: t('Search repositories'),
  contributions: t('Search activity'),
}

/** The tabs on the GitHub page. The URL contains the current tab and the search terms. */
export function GithubParts({ user, view }: Props) {
  const [, navigate] = useLocation()
  const { username, tab, q, year } = view
  // Contributions cannot be searched: a search on that tab switches to the activities.
  const searched = tab === 'contributions' ? 'recent' : tab
  return (
    <div className="stack">
      <div className="github-bar">
        <LinkTabs
          label={t('GitHub')}
          tabs={githubTabs.map((id) => ({
            label: labels[id],
            href: githubHref({ username, tab: id, q }),
            isCurrent: id === tab,
          }))}
        />
        <GithubSearch
          label={searchLabels[tab]}
          q={q}
          sent={{ username, tab: searched === 'recent' ? undefined : searched }}
          onSearch={(terms) => navigate(githubHref({ username, tab: searched, q: terms }), { replace: true })}
        />
      </div>
      {tab === 'recent' && <Recent user={user} view={view} />}
      {tab === 'repositories' && <GithubRepositories user={user} q={q} />}
      {tab === 'contributions' && <GithubContributions user={user} view={{ username, year }} />}
    </div>
  )
}

function Recent({ user, view: { username, q, before } }: Props) {
  return (
    <>
      {before !== undefined && (
        <ButtonLink href={githubHref({ username, q })} icon="chevron-up" size="s" className="github-newest">
          {t('Newest first')}
        </ButtonLink>
      )}
      <ActivityList
        activities={{ userId: user.id, q, before }}
        hrefAfter={(id) => githubHref({ username, q, before: id })}
      >
        {q === '' ? (
          <EmptyState icon="github" title={t('No Activity Yet')}>
            {t('{displayName}’s activity on GitHub will appear here.', { displayName: user.displayName })}
          </EmptyState>
        ) : (
          <EmptyState
            icon="search"
            title={t('No Activity Found')}
            actions={<ButtonLink href={githubHref({ username })}>{t('Show all')}</ButtonLink>}
          >
            {t('No results for “{q}”.', { q })}
          </EmptyState>
        )}
      </ActivityList>
    </>
  )
}
