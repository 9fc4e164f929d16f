import { feature } from '#kernel/feature.ts'
import { projectImportRoutes } from './project-import.routes.ts'
import { projectRepositoryWorkers } from './project-repository-jobs.ts'
import { projectsArchive } from './projects-archive.store.ts'
import { projectsSitemap } from './projects-sitemap.store.ts'
import { projectRoutes } from './projects.routes.ts'
import { removeProjectsOf } from './projects.store.ts'
import { Project, ProjectInput } from './projects.contract.ts'

export const projectsFeature = feature('projects', {
  routes: [...projectRoutes, ...projectImportRoutes],
  schemas: { Project, ProjectInput },
  workers: projectRepositoryWorkers,
  accountDeletion: ({ db }, { memberId }) => removeProjectsOf(db, memberId),
  archive: projectsArchive,
  sitemap: projectsSitemap,
  demo: async () => (await import('./projects.demo.ts')).projectsDemo,
})
