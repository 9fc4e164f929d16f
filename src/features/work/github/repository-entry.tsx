import { t } from '#messages/messages.ts'
import './repository-entry.css'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
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
        <Count icon="star" of={stars} one="star" many="stars" />
        <Count icon="git-fork" of={forks} one="fork" many="forks" />
        <span className="push">
          Updated <Time iso={updatedAt} as="date" />
        </span>
      </div>
    </li>
  )
}

interface CountProps {
  icon: 'star' | 'git-fork'
  of: number
  one: string
  many: string
}

const Count = ({ icon, of, one, many }: CountProps) => (
  <span className="repository-count">
    <Icon name={icon} />
    {of.toLocaleString('en-US')}
    <span className="visually-hidden"> {of === 1 ? one : many}</span>
  </span>
)
