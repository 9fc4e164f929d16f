import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { afterCaches } from '#kernel/job.ts'
import { siteLocaleChanged } from '#features/discovery/languages/languages.events.ts'
import { importPage } from './import-page.ts'
import { PublishedPage } from './published-page.contract.ts'
import { enqueuePageRenderings, sitePageWorkers } from './site-page-jobs.ts'
import { SitePage } from './site-pages.contract.ts'
import { sitePageImported } from './site-pages.events.ts'
import { sitePageRoutes } from './site-pages.routes.ts'
import { removeAuthor } from './site-pages.store.ts'
import { sitePagesSitemap } from './site-pages-sitemap.store.ts'

export const sitePagesFeature = feature('site-pages', {
  start: enqueuePageRenderings,
  routes: sitePageRoutes,
  schemas: { PublishedPage, SitePage },
  workers: sitePageWorkers,
  on: [on(sitePageImported, importPage), on(siteLocaleChanged, (ctx) => enqueuePageRenderings(ctx, afterCaches))],
  accountDeletion: ({ db }, { memberId }) => removeAuthor(db, memberId),
  sitemap: sitePagesSitemap,
  demo: async () => (await import('./site-pages.demo.ts')).sitePagesDemo,
})
