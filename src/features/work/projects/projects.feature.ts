import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { projectImportRoutes } from './project-import.routes.ts'
import { projectRepositoryWorkers } from './project-repository-jobs.ts'
import { projectsArchive } from './projects-archive.store.ts'
import { projectsSitemap } from './projects-sitemap.store.ts'
import { projectImported } from './projects.events.ts'
import { projectRoutes } from './projects.routes.ts'
import { backdateProject, insertProject, removeProjectsOf } from './projects.store.ts'
import { Project, ProjectInput } from './projects.contract.ts'
import { mediaOf } from './project-media.ts'

export const projectsFeature = feature('projects', {
  section: 'projects',
  routes: [...projectRoutes, ...projectImportRoutes],
  schemas: { Project, ProjectInput },
  workers: projectRepositoryWorkers,
  on: [
    on(projectImported, async (ctx, { memberId, input, createdAt, updatedAt }) => {
      const id = await insertProject(ctx.db, memberId, input, await mediaOf(ctx, input))
      await backdateProject(ctx.db, id, createdAt, updatedAt)
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => removeProjectsOf(db, memberId),
  archive: projectsArchive,
  sitemap: projectsSitemap,
  demo: async () => (await import('./projects.demo.ts')).projectsDemo,
})
