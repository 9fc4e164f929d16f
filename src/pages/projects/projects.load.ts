import type { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { projectListQuery } from '#features/work/projects/projects.hooks.ts'
import { findProjects } from '#features/work/projects/projects.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { projectsQueryOf } from './projects-address.ts'

/** The list has no total, so an empty page after the first one is past the end. */
export const loadProjects: Load<typeof projectsAddress> = async ({ db }, { query }) => {
  const asked = projectsQueryOf(query)
  const projects = await findProjects(db, asked, null)
  const entries = [preload(projectListQuery(asked), projects)]
  return projects.length === 0 && query.page > 1 ? { status: 404, entries } : { entries }
}
