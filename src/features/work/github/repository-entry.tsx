import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './repository-entry.css'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import type { GithubRepository } from './github.contract.ts'
import { LanguageBadge } from './language-badge.tsx'

/** A repository in a member's list. */
export function RepositoryEntry({ repository }: { repository: GithubRepository }) {
  const { name, htmlUrl, description, language, stars, forks, updatedAt, isFork, isArchived } = repository
  return (
    <li className="card repository">
      <div className="repository-head">
        <h2 className="repository-name">
          <a href={htmlUrl} rel="noopener">
            {name}
          </a>
        </h2>
        {isFork && <Badge>{t('Fork')}</Badge>}
        {isArchived && <Badge>{t('Archived')}</Badge>}
      </div>
      {description && (
        <p className="repository-description" dir="auto">
          {description}
        </p>
      )}
      <div className="repository-facts meta">
        {language && <LanguageBadge language={language} />}
        <Count icon="star">
          {rich('{stars, plural, one {#<hidden> star</hidden>} other {#<hidden> stars</hidden>}}', {
            stars,
            hidden: visuallyHidden,
          })}
        </Count>
        <Count icon="git-fork">
          {rich('{forks, plural, one {#<hidden> fork</hidden>} other {#<hidden> forks</hidden>}}', {
            forks,
            hidden: visuallyHidden,
          })}
        </Count>
        <span className="push">{rich('Updated {date}', { date: <Time iso={updatedAt} as="date" /> })}</span>
      </div>
    </li>
  )
}

const Count = ({ icon, children }: { icon: 'star' | 'git-fork'; children: ReactNode }) => (
  <span className="repository-count">
    <Icon name={icon} />
    {children}
  </span>
)
