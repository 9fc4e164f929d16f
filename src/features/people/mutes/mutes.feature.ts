import { feature } from '#kernel/feature.ts'
import { mutesArchive } from './mutes-archive.store.ts'
import { muteRoutes } from './mutes.routes.ts'
import { removeMutesOf } from './mutes.store.ts'
import { MutedWord } from './mutes.contract.ts'

export const mutesFeature = feature('mutes', {
  routes: muteRoutes,
  schemas: { MutedWord },
  accountDeletion: ({ db }, { memberId }) => removeMutesOf(db, memberId),
  archive: mutesArchive,
})
