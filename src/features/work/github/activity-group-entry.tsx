import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './activity-entry.css'
import type { ReactNode } from 'react'
import { githubAddress } from '#features/people/profiles/profiles.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import type { ActivityType } from './activities.contract.ts'
import { activityIcons } from './activity-entry.tsx'
import type { ActivityGroup } from './activity-groups.contract.ts'

/** The text for an activity without details. */
const labels: Record<ActivityType, string> = {
  push: t('Pushed to'),
  pr: t('Created PR on'),
  star: t('Starred'),
  fork: t('Forked'),
  issue: t('Opened issue on'),
  create: t('Created (context: a repository)'),
  release: t('Released'),
  review: t('Reviewed'),
  comment: t('Commented on'),
}

const summaries: Record<ActivityType, (count: number, repository: ReactNode) => ReactNode> = {
  push: (count, repository) =>
    rich('{count, plural, one {# push to {repository}} other {# pushes to {repository}}}', { count, repository }),
  pr: (count, repository) =>
    rich(
      '{count, plural, one {# pull request update on {repository}} other {# pull request updates on {repository}}}',
      { count, repository },
    ),
  star: (count, repository) =>
    rich('{count, plural, one {# star for {repository}} other {# stars for {repository}}}', { count, repository }),
  fork: (count, repository) =>
    rich('{count, plural, one {# fork of {repository}} other {# forks of {repository}}}', { count, repository }),
  issue: (count, repository) =>
    rich('{count, plural, one {# issue update on {repository}} other {# issue updates on {repository}}}', {
      count,
      repository,
    }),
  create: (count, repository) =>
    rich('{count, plural, one {# branch or tag in {repository}} other {# branches and tags in {repository}}}', {
      count,
      repository,
    }),
  release: (count, repository) =>
    rich('{count, plural, one {# release of {repository}} other {# releases of {repository}}}', { count, repository }),
  review: (count, repository) =>
    rich('{count, plural, one {# review on {repository}} other {# reviews on {repository}}}', { count, repository }),
  comment: (count, repository) =>
    rich('{count, plural, one {# comment on {repository}} other {# comments on {repository}}}', { count, repository }),
}

/** Several activities of the same type on a repository. Each of them is in a list that is collapsed at first. */
export const ActivityGroupEntry = ({ group: { type, repoName, activities } }: { group: ActivityGroup }) => (
  <li className="activity" data-activities={activities.map(({ id }) => id).join(' ')}>
    <span className="activity-icon">
      <Icon name={activityIcons[type]} />
    </span>
    <p className="activity-what">
      {summaries[type](
        activities.length,
        <a href={githubAddress(repoName)} className="activity-repository" rel="noopener">
          {repoName}
        </a>,
      )}
    </p>
    <details className="activity-all">
      <summary>
        {activities[0].actionDetails || t('Details')}
        {activities[0].actionDetails && (
          <span className="meta"> {t('and {count} more', { count: activities.length - 1 })}</span>
        )}
      </summary>
      <ol>
        {activities.map(({ id, url, actionDetails, timestamp }) => (
          <li key={id}>
            <a href={url} className="link" rel="noopener" dir="auto">
              {actionDetails || labels[type]}
            </a>
            <Time iso={timestamp} as="exact" className="meta" />
          </li>
        ))}
      </ol>
    </details>
    <Time iso={activities[0].timestamp} as="exact" className="activity-time meta" />
  </li>
)
