import { IdText } from '#features/ids/ids.contract.ts'
import { listProjectMentions } from '#features/projects/project-mentions.store.ts'
import { findProjectRepository } from '#features/projects/project-repositories.store.ts'
import { projectMentionsQuery, projectQuery, projectRepositoryQuery } from '#features/projects/projects.hooks.ts'
import { findProject } from '#features/projects/projects.store.ts'
import type { Load } from '../page.ts'

export const loadProject: Load = async ({ db, siteUrl }, { params }) => {
  const id = IdText.safeParse(params.id)
  if (!id.success) return { status: 404, entries: [] }
  const project = await findProject(db, id.data, null)
  if (!project) return { status: 404, entries: [[projectQuery(id.data).queryKey, null]] }
  return {
    entries: [
      [projectQuery(id.data).queryKey, project],
      [projectRepositoryQuery(id.data).queryKey, { repository: await findProjectRepository(db, id.data) }],
      [projectMentionsQuery(id.data).queryKey, await listProjectMentions(db, project, siteUrl)],
    ],
  }
}
