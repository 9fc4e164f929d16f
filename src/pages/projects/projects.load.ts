import type { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { projectListQuery } from '#features/work/projects/projects.hooks.ts'
import { findProjects } from '#features/work/projects/projects.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { projectsQueryOf } from './projects-address.ts'

export const loadProjects: Load<typeof projectsAddress> = async ({ db }, { query }) => {
  const asked = projectsQueryOf(query)
  return { entries: [preload(projectListQuery(asked), await findProjects(db, asked, null))] }
}
