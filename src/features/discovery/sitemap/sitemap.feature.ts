import { feature } from '#kernel/feature.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

export const sitemapFeature = feature('sitemap', {
  routes: sitemapRoutes,
})
