import './project-card.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { LanguageDot } from '#features/work/github/language-badge.tsx'
import { projectAddress } from './project-addresses.contract.ts'
import { useContentLang } from '#ui/content-language.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import { ProjectActions } from './project-actions.tsx'
import { ProjectLinks } from './project-links.tsx'
import { ProjectThumbnail } from './project-thumbnail.tsx'
import { type Project } from './projects.contract.ts'
import { TechnologyBadges } from './technology-badges.tsx'

interface Props {
  project: Project
  /** Loads the picture eagerly and with high priority. */
  isEarly?: boolean
  /** Hides the owner, because the page already names them. */
  isOfOne?: boolean
  heading?: 'h2' | 'h3'
}

/** The width of a card: full width on phones, otherwise one of two or three columns. */
const sizes = '(min-width: 75rem) 21rem, (min-width: 40rem) 46vw, 100vw'
const mostTechnologies = 5

/** A project in a grid. */
export function ProjectCard({ project, isEarly = false, isOfOne = false, heading: Heading = 'h2' }: Props) {
  const { id, title, description, technologies, featured, user, repository } = project
  const lang = useContentLang()
  return (
    <article className="project-card" aria-label={title} data-featured={featured || undefined}>
      <Link href={projectAddress.href({ id })} className="project-card-picture" tabIndex={-1} aria-hidden="true">
        <ProjectThumbnail project={project} sizes={sizes} isEarly={isEarly} />
      </Link>
      {featured && (
        <Badge color="amber" className="project-card-featured">
          <Icon name="star" />
          {t('Featured')}
        </Badge>
      )}
      <div className="project-card-body">
        <div className="project-card-head">
          <Heading className="project-card-title" dir="auto">
            <Link href={projectAddress.href({ id })}>{title}</Link>
          </Heading>
          <ProjectActions project={project} />
        </div>
        {!isOfOne && (
          <p className="project-card-owner meta">
            <AuthorLink user={user}>
              <Avatar name={user.displayName} image={user.profileImage} size="xs" />
              <bdi>{user.displayName}</bdi>
            </AuthorLink>
          </p>
        )}
        {repository && (repository.language !== null || repository.stars > 0) && <RepositoryLine {...repository} />}
        <p className="project-card-text" dir="auto" lang={lang}>
          {description}
        </p>
        <TechnologyBadges technologies={technologies} most={mostTechnologies} />
        <ProjectLinks project={project} />
      </div>
    </article>
  )
}

const RepositoryLine = ({ stars, language }: NonNullable<Project['repository']>) => (
  <p className="project-card-repository meta">
    {language && (
      <span>
        <LanguageDot language={language} />
        {language}
      </span>
    )}
    {stars > 0 && (
      <span>
        <Icon name="star" />
        {rich('{stars, plural, one {#<hidden> star on GitHub</hidden>} other {#<hidden> stars on GitHub</hidden>}}', {
          stars,
          hidden: visuallyHidden,
        })}
      </span>
    )}
  </p>
)
