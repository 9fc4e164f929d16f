import { feature } from '#kernel/feature.ts'
import { createDeleteAccount, accountDeletionWorkers } from './account-deletion.ts'
import { accountDeletionRoutes } from './account-deletion.routes.ts'

export const accountDeletionFeature = feature('account-deletion', {
  routes: accountDeletionRoutes,
  workers: accountDeletionWorkers,
  services: (_, context) => ({ deleteAccount: createDeleteAccount(context) }),
})
