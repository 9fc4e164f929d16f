import { feature } from '#kernel/feature.ts'
import { accountProofRoutes } from './account-proofs.routes.ts'
import { accountSessionRoutes } from './account-sessions.routes.ts'
import { accountsArchive } from './accounts-archive.store.ts'
import { accountRoutes } from './accounts.routes.ts'

export const accountsFeature = feature('accounts', {
  routes: [...accountRoutes, ...accountProofRoutes, ...accountSessionRoutes],
  archive: accountsArchive,
})
