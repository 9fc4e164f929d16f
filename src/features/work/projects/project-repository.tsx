import './project-repository.css'
import { useId, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Prose } from '#ui/prose.tsx'
import { Time } from '#ui/time.tsx'
import type { ProjectRepository } from './project-repositories.contract.ts'
import { useProjectRepository } from './projects.hooks.ts'

const rel = 'ugc nofollow noopener'

/** A row of facts about the project's repository. Renders nothing if there are none. */
export function RepositoryFacts({ projectId }: { projectId: number }) {
  const { data } = useProjectRepository(projectId)
  if (!data?.repository) return null
  const { stars, forks, language, license, release, isArchived, name } = data.repository
  return (
    <ul className="project-repository-facts meta" aria-label={t('{name} on GitHub', { name })}>
      <Fact icon="star">{t('{stars, plural, one {# star} other {# stars}}', { stars })}</Fact>
      <Fact icon="git-fork">{t('{forks, plural, one {# fork} other {# forks}}', { forks })}</Fact>
      {language && <Fact icon="code">{language}</Fact>}
      {license && <Fact icon="scale">{license}</Fact>}
      {release && (
        <Fact icon="tag">
          <a href={release.url} rel={rel} target="_blank">
            {release.name}
          </a>{' '}
          <Time iso={release.publishedAt} as="date" />
        </Fact>
      )}
      {isArchived && (
        <li>
          <Badge color="amber">{t('Archived')}</Badge>
        </li>
      )}
    </ul>
  )
}

interface FactProps {
  icon: IconName
  children: React.ReactNode
}

const Fact = ({ icon, children }: FactProps) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

/** READMEs longer than this, in characters of HTML, are collapsed. */
const longLength = 3000

/** The repository's README. Renders nothing if there is none to show. */
export function RepositoryReadme({ projectId }: { projectId: number }) {
  const { data } = useProjectRepository(projectId)
  const readme = data?.repository?.readme
  return readme ? <Readme key={projectId} {...readme} /> : null
}

function Readme({ html, url }: NonNullable<ProjectRepository['readme']>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isFolded = html.length > longLength && !isOpen
  return (
    <section className="project-section project-readme" aria-labelledby={`${id}-title`}>
      <div className="project-readme-head">
        <h2 id={`${id}-title`}>{t('README')}</h2>
        <a href={url} rel={rel} target="_blank">
          {t('on GitHub')}
        </a>
      </div>
      {/* Expands when focus moves to a hidden link. */}
      <div id={id} className="project-readme-text" data-folded={isFolded || undefined} onFocus={() => setOpen(true)}>
        <Prose lang="" html={html} />
      </div>
      {isFolded && (
        <Button className="project-readme-more" aria-controls={id} aria-expanded={false} onClick={() => setOpen(true)}>
          {t('Show the whole README')}
        </Button>
      )}
    </section>
  )
}
