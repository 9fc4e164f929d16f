import { feature } from '#kernel/feature.ts'
import { resumesArchive } from './resumes-archive.store.ts'
import { Resume, ResumeDocument, ResumeInput } from './resumes.contract.ts'
import { resumeRoutes } from './resumes.routes.ts'
import { resumesSitemap } from './resumes-sitemap.store.ts'
import { removeResumeOf } from './resumes.store.ts'

export const resumesFeature = feature('resumes', {
  routes: resumeRoutes,
  schemas: { Resume, ResumeDocument, ResumeInput },
  accountDeletion: ({ db }, { memberId }) => removeResumeOf(db, memberId),
  archive: resumesArchive,
  sitemap: resumesSitemap,
  demo: async () => (await import('./resumes.demo.ts')).resumesDemo,
})
