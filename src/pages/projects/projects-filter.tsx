import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { type Project, technologyKey } from '#features/work/projects/projects.contract.ts'
import { Chip } from '#ui/chip.tsx'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import { type ProjectsAsked } from './projects-address.ts'

interface Props {
  asked: ProjectsAsked
  projects: Project[]
}

const maxOffered = 8

/** Links for filtering projects by technology and for removing the current filters. */
export function ProjectsFilter({ asked, projects }: Props) {
  const { technology, username } = asked
  const offered = technology === undefined ? commonest(projects) : []
  if (technology === undefined && username === undefined && offered.length === 0) return null
  return (
    <nav className="projects-filter" aria-label={t('Filter projects')}>
      {username !== undefined && (
        <Chip
          removeHref={projectsAddress.href({ technology })}
          removeLabel={t('Show all members’ projects, not only {username}’s', { username })}
        >
          {t('by {name}', { name: projects[0]?.user.displayName ?? username })}
        </Chip>
      )}
      {technology !== undefined && (
        <Chip removeHref={projectsAddress.href({ username })} removeLabel={t('Remove {technology}', { technology })}>
          {spelled(technology, projects)}
        </Chip>
      )}
      {offered.map(({ name, count }) => (
        <Link key={name} href={projectsAddress.href({ username, technology: name })} className="projects-filter-choice">
          {name}{' '}
          <span>
            {rich('{count, plural, one {#<hidden> project</hidden>} other {#<hidden> projects</hidden>}}', {
              count,
              hidden: visuallyHidden,
            })}
          </span>
        </Link>
      ))}
    </nav>
  )
}

/** Returns the most common technologies, excluding those that all projects use. */
function commonest(projects: Project[]): { name: string; count: number }[] {
  const counted = new Map<string, { name: string; count: number }>()
  for (const { technologies } of projects) {
    for (const name of technologies) {
      const known = counted.get(technologyKey(name))
      if (known) known.count++
      else counted.set(technologyKey(name), { name, count: 1 })
    }
  }
  const some = [...counted.values()].filter(({ count }) => count < projects.length)
  return some.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name)).slice(0, maxOffered)
}

/** Returns the technology as the projects spell it. */
function spelled(technology: string, projects: Project[]): string {
  const key = technologyKey(technology)
  return projects.flatMap(({ technologies }) => technologies).find((one) => technologyKey(one) === key) ?? technology
}
