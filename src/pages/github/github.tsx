import './github.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { githubPageAddress } from '#features/work/github/github-addresses.contract.ts'
import { GithubStatusLine } from '#features/work/github/github-status-line.tsx'
import { GithubSyncButton } from '#features/work/github/github-sync-button.tsx'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { githubAddress, type User } from '#features/people/profiles/profiles.contract.ts'
import { useShownViewer, useUser, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { FirstRun } from '../home/first-run.tsx'
import type { PageProps, PageView } from '../page.ts'
import { ProfileFailed, ProfileNotFound } from '../profile/profile-missing.tsx'
import { type GithubView, viewOf } from './github-address.ts'
import { githubHead } from './github-head.ts'
import { GithubParts } from './github-parts.tsx'

export const githubView: PageView<typeof githubPageAddress> = { View: GithubPage, head: githubHead }

/** Shows the named member's GitHub data; without a name, the viewer's, or, for visitors, the owner's. Styles hide the
 *  owner's data from members until their own is shown. */
function GithubPage({ query }: PageProps<typeof githubPageAddress>) {
  const view = viewOf(query)
  const { ownerUsername } = useSite()
  const viewer = useShownViewer()
  if (view.username !== undefined) return <GithubOf username={view.username} view={view} />
  if (viewer === 'loading') return <GithubLoading />
  if (viewer !== null && viewer !== 'authenticated') return <GithubOf username={viewer.username} view={view} />
  if (ownerUsername === null) return <FirstRun />
  return (
    <div className={viewer === null ? 'github-for-visitors' : undefined}>
      <GithubOf username={ownerUsername} view={view} />
    </div>
  )
}

const GithubLoading = () => (
  <div className="page github-page">
    <Skeletons count={5} label={t('Loading GitHub')} />
  </div>
)

function GithubOf({ username, view }: { username: string; view: GithubView }) {
  const { data: user, error, refetch } = useUser(username)
  if (user === null) return <ProfileNotFound />
  if (user) return <GithubShown key={user.id} user={user} view={view} />
  return error ? <ProfileFailed reason={error} onRetry={() => void refetch()} /> : <GithubLoading />
}

function GithubShown({ user, view }: { user: User; view: GithubView }) {
  const viewer = useViewer()
  const { username, displayName, githubUsername } = user
  const isOwn = viewer?.id === user.id
  if (githubUsername === null)
    return <NotConnected name={displayName} isOwn={isOwn} isNamed={view.username !== undefined} />
  return (
    <div className="page github-page">
      <PageHead
        title={t('GitHub')}
        subtitle={
          <span className="github-whose">
            <Link href={profileAddress.href({ username })} className="github-who" dir="auto">
              {displayName}
            </Link>{' '}
            <a href={githubAddress(githubUsername)} className="meta" rel="noopener">
              <Icon name="github" /> {githubUsername}
            </a>
          </span>
        }
      />
      <GithubStatusLine username={username} actions={isOwn && <GithubSyncButton />} />
      <GithubParts user={user} view={view} />
    </div>
  )
}

interface NotConnectedProps {
  name: string
  isOwn: boolean
  /** Whether the URL names the member. */
  isNamed: boolean
}

const NotConnected = ({ name, isOwn, isNamed }: NotConnectedProps) => (
  <div className="page">
    <EmptyState
      icon="github"
      title={t('GitHub Account Not Connected')}
      isPageTitle
      actions={
        (isOwn || !isNamed) && (
          <ButtonLink variant="primary" href={settingsAddress.href()}>
            {t('Go to Settings')}
          </ButtonLink>
        )
      }
    >
      {isOwn
        ? t('Add your GitHub username in the settings to show your activity here.')
        : t('{name} has not connected a GitHub account.', { name })}
    </EmptyState>
  </div>
)
