import { Link } from 'wouter'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { ProjectCard } from '#features/work/projects/project-card.tsx'
import { useProjects } from '#features/work/projects/projects.hooks.ts'

const maxShown = 4

/** The member's first projects, with a link to all of them. */
export function ProfileProjects({ user: { id, username, displayName } }: { user: User }) {
  const { data: projects = [] } = useProjects({ userId: id })
  if (projects.length === 0) return null
  return (
    <section>
      <h2>Projects</h2>
      <ul className="grid">
        {projects.slice(0, maxShown).map((project) => (
          <li key={project.id} className="profile-project">
            <ProjectCard project={project} isOfOne heading="h3" />
          </li>
        ))}
      </ul>
      {projects.length > maxShown && (
        <Link href={projectsAddress.href({ username })} className="link profile-projects-all">
          All {projects.length} projects of {displayName}
        </Link>
      )}
    </section>
  )
}
