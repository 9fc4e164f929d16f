import { projectListQuery } from '#features/projects/projects.hooks.ts'
import { findProjects } from '#features/projects/projects.store.ts'
import type { Load } from '../page.ts'
import { projectsAskedFor } from './projects-address.ts'

export const loadProjects: Load = async ({ db }, { query }) => {
  const asked = projectsAskedFor(query)
  return { entries: [[projectListQuery(asked).queryKey, await findProjects(db, asked, null)]] }
}
