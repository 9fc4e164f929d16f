import { t } from '#messages/messages.ts'
import { found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isOwnUserId } from '#features/people/profiles/new-profile.contract.ts'
import { listProjectMentions } from './project-mentions.store.ts'
import { getProjectRepository } from './project-repositories.contract.ts'
import { findProjectRepository } from './project-repositories.store.ts'
import { getProjectPictures } from './project-pictures.contract.ts'
import { findPictures } from './project-pictures.store.ts'
import { readRepositoryOf } from './project-repository-jobs.ts'
import {
  canDeleteProject,
  canEditProject,
  createProject,
  deleteProject,
  getProject,
  getProjectMentions,
  getProjectVideo,
  listProjects,
  notYoursToDelete,
  notYoursToEdit,
  notYoursToOrder,
  orderProjects,
  type Project,
  updateProject,
} from './projects.contract.ts'
import {
  addProject,
  changeProject,
  findProject,
  findProjects,
  isAnyOfOthers,
  removeProject,
  saveProjectOrder,
} from './projects.store.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { mediaOf } from './project-media.ts'
import { videoPage } from './video-page.ts'

export const projectRoutes = [
  implement(listProjects, ({ query, member, ctx }) => findProjects(ctx.db, query, member)),
  implement(createProject, async ({ body, member, ctx }) => {
    const input = withStoredAddress(ctx.storage, body, 'thumbnailUrl')
    allowed(isOwnUserId(member, input.userId), t('You can only add your own projects.'))
    const project = await addProject(ctx.db, member, input, await mediaOf(ctx, input))
    await readRepositoryOf(ctx, project.id, member.id)
    return created(project)
  }),
  implement(orderProjects, async ({ body: { ids }, member, ctx }) => {
    allowed(!(await isAnyOfOthers(ctx.db, ids, member.id)), notYoursToOrder())
    return { ids: await saveProjectOrder(ctx.db, member.id, ids) }
  }),
  implement(getProject, ({ params, member, ctx }) => presentProject(ctx, params.id, member)),
  implement(updateProject, async ({ params: { id }, body, member, ctx }) => {
    const input = withStoredAddress(ctx.storage, body, 'thumbnailUrl')
    const project = await presentProject(ctx, id, member)
    allowed(canEditProject(member, project), notYoursToEdit())
    allowed(isOwnUserId(project.user, input.userId), t('You can’t change the owner of a project.'))
    const changed = await changeProject(ctx.db, id, member, input, await mediaOf(ctx, input))
    await readRepositoryOf(ctx, id, member.id)
    return changed
  }),
  implement(deleteProject, async ({ params: { id }, member, ctx }) => {
    allowed(canDeleteProject(member, await presentProject(ctx, id, member)), notYoursToDelete())
    await removeProject(ctx.db, id)
    return null
  }),
  implement(getProjectMentions, async ({ params, member, ctx }) =>
    listProjectMentions(ctx, await presentProject(ctx, params.id, member)),
  ),
  implement(getProjectVideo, async ({ params, member, ctx }) => {
    const { title, demoVideo } = await presentProject(ctx, params.id, member)
    const { src } = found(demoVideo?.kind === 'file' ? demoVideo : null, 'Video')
    return videoPage(t('Demo of {title}', { title }), src)
  }),
  implement(getProjectPictures, async ({ params, member, ctx }) => {
    const { id } = await presentProject(ctx, params.id, member)
    return { pictures: await findPictures(ctx.db, id) }
  }),
  implement(getProjectRepository, async ({ params, member, ctx }) => {
    const { id } = await presentProject(ctx, params.id, member)
    return { repository: await findProjectRepository(ctx.db, id) }
  }),
]

const presentProject = async ({ db }: Context, id: number, viewer: Member | null): Promise<Project> =>
  found(await findProject(db, id, viewer), 'Project')
