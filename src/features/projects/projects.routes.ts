import { found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, type Call, created, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { isOwnUserId } from '#features/profiles/profiles.contract.ts'
import { listProjectMentions } from './project-mentions.store.ts'
import { projectRepositoryPath, type ProjectRepositoryAnswer } from './project-repositories.contract.ts'
import { findProjectRepository } from './project-repositories.store.ts'
import { readRepositoryOf } from './project-repository-jobs.ts'
import {
  canDeleteProject,
  canEditProject,
  notYoursToDelete,
  notYoursToEdit,
  notYoursToOrder,
  type Project,
  ProjectInput,
  ProjectOrder,
  projectOrderPath,
  projectPath,
  type ProjectMentions,
  projectMentionsPath,
  projectsPath,
  ProjectsQuery,
  projectVideoPath,
} from './projects.contract.ts'
import {
  changeProject,
  createProject,
  deleteProject,
  findProject,
  isAnyOfOthers,
  listProjects,
  orderProjects,
} from './projects.store.ts'
import { withStoredAddress } from '#providers/storage/storage.ts'
import { thumbnailOf } from './thumbnails.ts'
import { videoPage } from './video-page.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    projects: true
  }
}

const changes = { limits: [perMember('project changes', 120, 3600)] }

export const projectRoutes = [
  route(
    'GET',
    projectsPath,
    asAnyone(({ query, member, ctx }) => listProjects(ctx.db, ProjectsQuery.parse(query), member)),
  ),
  route(
    'POST',
    projectsPath,
    asMember(async ({ body, member, ctx }) => {
      const input = withStoredAddress(ctx.storage, ProjectInput.parse(await body()), 'thumbnailUrl')
      allowed(isOwnUserId(member, input.userId), 'You can only add projects of your own.')
      const id = await createProject(ctx.db, member.id, input, await thumbnailOf(ctx, input.thumbnailUrl))
      await readRepositoryOf(ctx, id, member.id)
      await ctx.announce('projects')
      return created(found(await findProject(ctx.db, id, member), 'Project'))
    }),
    { limits: [perMember('projects', 60, 3600)] },
  ),
  route(
    'PUT',
    projectOrderPath,
    asMember(async ({ body, member, ctx }) => {
      const { ids } = ProjectOrder.parse(await body())
      allowed(!(await isAnyOfOthers(ctx.db, ids, member.id)), notYoursToOrder)
      const order: ProjectOrder = { ids: await orderProjects(ctx.db, member.id, ids) }
      await ctx.announce('projects')
      return order
    }),
    { limits: [perMember('project orders', 600, 3600)] },
  ),
  route('GET', projectPath(':id'), asAnyone(presentProject)),
  route(
    'PUT',
    projectPath(':id'),
    asMember(async (call) => {
      const { body, member, ctx } = call
      const input = withStoredAddress(ctx.storage, ProjectInput.parse(await body()), 'thumbnailUrl')
      const project = await presentProject(call)
      allowed(canEditProject(member, project), notYoursToEdit)
      allowed(isOwnUserId(project.user, input.userId), 'A project cannot be given to somebody else.')
      const thumbnail = await thumbnailOf(ctx, input.thumbnailUrl)
      found((await changeProject(ctx.db, project.id, input, thumbnail)) || null, 'Project')
      await readRepositoryOf(ctx, project.id, member.id)
      await ctx.announce('projects', 'removals')
      return presentProject(call)
    }),
    changes,
  ),
  route(
    'DELETE',
    projectPath(':id'),
    asMember(async (call) => {
      const project = await presentProject(call)
      allowed(canDeleteProject(call.member, project), notYoursToDelete)
      await deleteProject(call.ctx.db, project.id)
      await call.ctx.announce('projects', 'removals')
      return null
    }),
    changes,
  ),
  route(
    'GET',
    projectMentionsPath(':id'),
    asAnyone(async (call): Promise<ProjectMentions> => {
      const { db, siteUrl } = call.ctx
      return listProjectMentions(db, await presentProject(call), siteUrl)
    }),
  ),
  route(
    'GET',
    projectVideoPath(':id'),
    asAnyone(async (call) => {
      const { title, demoVideo } = await presentProject(call)
      const { src } = found(demoVideo?.kind === 'file' ? demoVideo : null, 'Video')
      return videoPage(`Demo of ${title}`, src)
    }),
  ),
  route(
    'GET',
    projectRepositoryPath(':id'),
    asAnyone(async (call): Promise<ProjectRepositoryAnswer> => {
      const { id } = await presentProject(call)
      return { repository: await findProjectRepository(call.ctx.db, id) }
    }),
  ),
]

async function presentProject({ params, member, ctx }: Call<Member | null>): Promise<Project> {
  return found(await findProject(ctx.db, IdText.parse(params.id), member), 'Project')
}
