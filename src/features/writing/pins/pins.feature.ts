import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { pinsImported } from './pins.events.ts'
import { pinRoutes } from './pins.routes.ts'
import { addPin, removePinsOf } from './pins.store.ts'

export const pinsFeature = feature('pins', {
  routes: pinRoutes,
  on: [
    on(pinsImported, async ({ db }, { memberId, postIds }) => {
      for (const postId of postIds) await addPin(db, postId, memberId)
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => removePinsOf(db, memberId),
  demo: async () => (await import('./pins.demo.ts')).pinsDemo,
})
