import './github-card.css'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { githubPageAddress } from './github-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { useRecentActivities } from './recent-activities.hooks.ts'

interface Props {
  user: Pick<User, 'id' | 'username' | 'githubUsername'>
  isOwn: boolean
}

/** Loaded only for members. If this code fails to load, the account is still synced once an hour. */
const GithubSyncButton = lazyPart(
  async () => (await import('./github-sync-button.tsx')).GithubSyncButton,
  () => null,
)

/** The member's latest GitHub activities. Without a connected account, only the member sees the card. */
export function GithubCard({ user: { id, username, githubUsername }, isOwn }: Props) {
  const isConnected = githubUsername !== null
  const { data: activities } = useRecentActivities(id, isConnected)
  if (!isConnected) return isOwn ? <NotConnected /> : null
  return (
    <Card
      title={t('GitHub')}
      className="github-card"
      action={
        isOwn && (
          <Suspense>
            <GithubSyncButton />
          </Suspense>
        )
      }
    >
      {activities?.length === 0 && <p className="github-card-none">{t('No activity yet.')}</p>}
      {activities && activities.length > 0 && (
        <ol className="entries github-card-entries">
          {activities.map((activity) => (
            <ActivityEntry key={activity.id} activity={activity} isShort />
          ))}
        </ol>
      )}
      <Link href={githubPageAddress.href({ username })} className="github-card-more">
        {t('All activity')}
      </Link>
    </Card>
  )
}

const NotConnected = () => (
  <Card title={t('GitHub')} className="github-card">
    <p className="github-card-none">{t('Show what you’re building.')}</p>
    <ButtonLink href={settingsAddress.href()} icon="github" size="s">
      {t('Connect GitHub')}
    </ButtonLink>
  </Card>
)
