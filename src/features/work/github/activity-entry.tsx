import './activity-entry.css'
import type { ReactNode } from 'react'
import { rich } from '#messages/rich.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Time } from '#ui/time.tsx'
import type { ActivityType, GithubActivity } from './activities.contract.ts'

interface Props {
  activity: GithubActivity
  /** A compact layout for narrow columns. */
  isShort?: boolean
}

/** A GitHub activity. */
export function ActivityEntry({ activity, isShort = false }: Props) {
  const { id, type, repoName, actionDetails, url, timestamp } = activity
  return (
    <li className="activity" data-size={isShort ? 's' : undefined} data-activities={id}>
      <span className="activity-icon">
        <Icon name={activityIcons[type]} />
      </span>
      <p className="activity-what">
        {sentences[type](
          <a href={url} className="activity-repository" rel="noopener">
            {repoName}
          </a>,
        )}
      </p>
      {actionDetails && (
        <p className="activity-details" dir="auto">
          {actionDetails}
        </p>
      )}
      <Time iso={timestamp} as={isShort ? 'relative' : 'exact'} className="activity-time meta" />
    </li>
  )
}

/** Source: docs/product.md, Profile. */
const sentences: Record<ActivityType, (repository: ReactNode) => ReactNode> = {
  push: (repository) => rich('Pushed to {repository}', { repository }),
  pr: (repository) => rich('Created PR on {repository}', { repository }),
  star: (repository) => rich('Starred {repository}', { repository }),
  fork: (repository) => rich('Forked {repository}', { repository }),
  issue: (repository) => rich('Opened issue on {repository}', { repository }),
  create: (repository) => rich('Created {repository}', { repository }),
  release: (repository) => rich('Released {repository}', { repository }),
  review: (repository) => rich('Reviewed {repository}', { repository }),
  comment: (repository) => rich('Commented on {repository}', { repository }),
}

export const activityIcons: Record<ActivityType, IconName> = {
  push: 'git-commit-horizontal',
  pr: 'git-pull-request',
  star: 'star',
  fork: 'git-fork',
  issue: 'circle-dot',
  create: 'folder-git-2',
  release: 'tag',
  review: 'eye',
  comment: 'message-square',
}
