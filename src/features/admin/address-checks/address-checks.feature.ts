import { feature } from '#kernel/feature.ts'
import { addressCheckWorkers } from './address-check-jobs.ts'
import { addressCheckRoutes } from './address-checks.routes.ts'
import { forgetChecksOf } from './address-checks.store.ts'
import { createOwnServer } from './own-server.ts'

declare module '#kernel/http.ts' {
  interface Context {
    ownServer: ReturnType<typeof createOwnServer>
  }
}

export const addressChecksFeature = feature('address-checks', {
  services: () => ({ ownServer: createOwnServer() }),
  stop: ({ ownServer }) => ownServer.stop(),
  routes: addressCheckRoutes,
  workers: addressCheckWorkers,
  accountDeletion: ({ db }, { memberId }) => forgetChecksOf(db, memberId),
  notInArchive: { address_checks: 'belong to the site' },
})
