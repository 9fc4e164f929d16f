import { feature } from '#kernel/feature.ts'
import { talksArchive } from './talks-archive.store.ts'
import { Talks } from './talks.contract.ts'
import { talkRoutes } from './talks.routes.ts'
import { removeTalksOf } from './talks.store.ts'

export const talksFeature = feature('talks', {
  routes: talkRoutes,
  schemas: { Talks },
  accountDeletion: ({ db }, { memberId }) => removeTalksOf(db, memberId),
  archive: talksArchive,
  demo: async () => (await import('./talks.demo.ts')).talksDemo,
})
