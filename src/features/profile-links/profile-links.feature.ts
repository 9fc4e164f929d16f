import { feature } from '#kernel/feature.ts'
import { linkCheckWorkers } from './link-checks.ts'
import { profileLinksArchive } from './profile-links-archive.store.ts'
import { profileLinkRoutes } from './profile-links.routes.ts'
import { removeProfileLinksOf } from './profile-links.store.ts'

export const profileLinksFeature = feature('profile-links', {
  routes: profileLinkRoutes,
  workers: linkCheckWorkers,
  accountDeletion: removeProfileLinksOf,
  archive: profileLinksArchive,
  notInArchive: { link_checks: 'repeats what is public at the linked pages' },
  demo: async () => (await import('./profile-links.demo.ts')).profileLinksDemo,
})
