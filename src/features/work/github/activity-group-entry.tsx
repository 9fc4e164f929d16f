import { t } from '#messages/messages.ts'
import './activity-entry.css'
import { githubAddress } from '#features/people/profiles/profiles.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { activityLabels } from './activities.contract.ts'
import { activityIcons } from './activity-entry.tsx'
import { type ActivityGroup, activityPlurals } from './activity-groups.contract.ts'

/** Several activities of the same type on a repository. Each of them is in a list that is collapsed at first. */
export const ActivityGroupEntry = ({ group: { type, repoName, activities } }: { group: ActivityGroup }) => (
  <li className="activity" data-activities={activities.map(({ id }) => id).join(' ')}>
    <span className="activity-icon">
      <Icon name={activityIcons[type]} />
    </span>
    <p className="activity-what">
      {activities.length} {activityPlurals[type]}{' '}
      <a href={githubAddress(repoName)} className="activity-repository" rel="noopener">
        {repoName}
      </a>
    </p>
    <details className="activity-all">
      <summary>
        {activities[0].actionDetails || t('Details')}
        {activities[0].actionDetails && <span className="meta"> and {activities.length - 1} more</span>}
      </summary>
      <ol>
        {activities.map(({ id, url, actionDetails, timestamp }) => (
          <li key={id}>
            <a href={url} className="link" rel="noopener" dir="auto">
              {actionDetails || activityLabels[type]}
            </a>
            <Time iso={timestamp} as="exact" className="meta" />
          </li>
        ))}
      </ol>
    </details>
    <Time iso={activities[0].timestamp} as="exact" className="activity-time meta" />
  </li>
)
