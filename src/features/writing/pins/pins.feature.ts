import { feature } from '#kernel/feature.ts'
import { pinRoutes } from './pins.routes.ts'
import { removePinsOf } from './pins.store.ts'

export const pinsFeature = feature('pins', {
  routes: pinRoutes,
  accountDeletion: ({ db }, { memberId }) => removePinsOf(db, memberId),
  demo: async () => (await import('./pins.demo.ts')).pinsDemo,
})
