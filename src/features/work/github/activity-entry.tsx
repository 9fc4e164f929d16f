import './activity-entry.css'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Time } from '#ui/time.tsx'
import { type ActivityType, activityLabels, type GithubActivity } from './activities.contract.ts'

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
        {activityLabels[type]}{' '}
        <a href={url} className="activity-repository" rel="noopener">
          {repoName}
        </a>
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
