import type { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { listProjectMentions } from '#features/work/projects/project-mentions.store.ts'
import { findPictures } from '#features/work/projects/project-pictures.store.ts'
import { findProjectRepository } from '#features/work/projects/project-repositories.store.ts'
import {
  projectMentionsQuery,
  projectPicturesQuery,
  projectQuery,
  projectRepositoryQuery,
} from '#features/work/projects/projects.hooks.ts'
import { findProject } from '#features/work/projects/projects.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadProject: Load<typeof projectAddress> = async (ctx, { params: { id } }) => {
  const { db } = ctx
  const project = await findProject(db, id, null)
  const entry = preload(projectQuery(id), project)
  if (!project) return { status: 404, entries: [entry] }
  const [repository, pictures, mentions] = await Promise.all([
    findProjectRepository(db, id),
    findPictures(db, id),
    listProjectMentions(ctx, project),
  ])
  return {
    entries: [
      entry,
      preload(projectRepositoryQuery(id), { repository }),
      preload(projectPicturesQuery(id), { pictures }),
      preload(projectMentionsQuery(id), mentions),
    ],
  }
}
