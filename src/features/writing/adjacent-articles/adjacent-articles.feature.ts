import { feature } from '#kernel/feature.ts'
import { adjacentArticleRoutes } from './adjacent-articles.routes.ts'

export const adjacentArticlesFeature = feature('adjacent-articles', {
  section: 'blog',
  routes: adjacentArticleRoutes,
})
