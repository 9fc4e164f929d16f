import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { ActivityList } from '#features/work/github/activity-list.tsx'
import { GithubSearch } from '#features/work/github/github-search.tsx'
import { GithubStatusLine } from '#features/work/github/github-status-line.tsx'
import { GithubSyncButton } from '#features/work/github/github-sync-button.tsx'
import { githubAddress, type User } from '#features/people/profiles/profiles.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { githubHref } from '../github/github-address.ts'

interface Props {
  user: User
  isOwn: boolean
}

/** The member's GitHub activity. */
export function ProfileGithub({ user, isOwn }: Props) {
  const { username, displayName, githubUsername } = user
  const [q, setQ] = useState('')
  if (githubUsername === null) return <NotConnected name={displayName} isOwn={isOwn} />
  return (
    <div className="stack profile-github">
      <GithubSearch label={t('Search by repository, details, or type')} q={q} sent={{ username }} onSearch={setQ} />
      <GithubStatusLine
        username={username}
        actions={
          <>
            {isOwn && <GithubSyncButton onSynced={reload} />}
            <ButtonLink href={githubHref({ username, tab: 'contributions' })} icon="chart-column" size="s">
              {t('Contributions')}
            </ButtonLink>
            <ButtonLink
              href={githubAddress(githubUsername)}
              icon="external-link"
              size="s"
              target="_blank"
              rel="noopener"
            >
              {t('View Full Profile on GitHub')}
            </ButtonLink>
          </>
        }
      />
      <ActivityList activities={{ userId: user.id, q }} hrefAfter={(before) => githubHref({ username, q, before })}>
        <Empty user={user} isOwn={isOwn} q={q} />
      </ActivityList>
    </div>
  )
}

/** Source: docs/product.md, Calls, POST /api/github/sync. */
const reload = () => location.reload()

function Empty({ user: { displayName, githubUsername }, isOwn, q }: Props & { q: string }) {
  const account = githubUsername ?? ''
  if (q !== '') {
    return (
      <EmptyState icon="search" title={t('No activity found')}>
        {t('No results for “{q}”.', { q })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="github" title={t('No GitHub activity yet')}>
      {isOwn
        ? t('Your activity as {account} will appear here.', { account })
        : t('{displayName}’s activity as {account} will appear here.', { displayName, account })}
    </EmptyState>
  )
}

function NotConnected({ name, isOwn }: { name: string; isOwn: boolean }) {
  const connect = (
    <ButtonLink variant="primary" href={settingsAddress.href()} icon="github">
      {t('Connect GitHub')}
    </ButtonLink>
  )
  return (
    <EmptyState icon="github" title={t('GitHub not connected')} actions={isOwn && connect}>
      {isOwn
        ? t('Add your GitHub username in your settings to show your activity here.')
        : t('{name} has not connected a GitHub account.', { name })}
    </EmptyState>
  )
}
