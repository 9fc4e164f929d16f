import { feature } from '#kernel/feature.ts'
import { accountProofRoutes } from './account-proofs.routes.ts'
import { accountSessionRoutes } from './account-sessions.routes.ts'
import { accountsArchive } from './accounts-archive.store.ts'
import { accountRoutes } from './accounts.routes.ts'
import { securityEventRoutes } from './security-events.routes.ts'
import { securityEventsArchive } from './security-events.store.ts'

export const accountsFeature = feature('accounts', {
  routes: [...accountRoutes, ...accountProofRoutes, ...accountSessionRoutes, ...securityEventRoutes],
  archive: [...accountsArchive, securityEventsArchive],
})
