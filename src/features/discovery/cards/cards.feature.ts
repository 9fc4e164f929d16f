import { feature } from '#kernel/feature.ts'
import { cardRoutes } from './cards.routes.ts'

export const cardsFeature = feature('cards', {
  routes: cardRoutes,
})
