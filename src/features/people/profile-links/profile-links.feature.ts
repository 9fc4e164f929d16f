import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { profileImported, profileUpdated } from '#features/people/profiles/profiles.events.ts'
import { enqueueLinkSweep, linkCheckWorkers } from './link-checks.ts'
import { profileLinksArchive } from './profile-links-archive.store.ts'
import { checkProfileLinks } from './profile-links.jobs.ts'
import { profileLinkRoutes } from './profile-links.routes.ts'
import { findLinks, removeProfileLinksOf, saveLinks } from './profile-links.store.ts'
import { LinksInput, ProfileLink, ProfileLinks } from './profile-links.contract.ts'

export const profileLinksFeature = feature('profile-links', {
  start: enqueueLinkSweep,
  routes: profileLinkRoutes,
  schemas: { ProfileLink, ProfileLinks },
  workers: linkCheckWorkers,
  // The GitHub profile is one of the links.
  on: [
    on(profileUpdated, async ({ db }, { memberId, githubUsername }) => {
      if (githubUsername !== undefined) await checkProfileLinks.enqueue(db, { memberId })
    }),
    on(profileImported, async ({ db }, { memberId, links }) => {
      const input = LinksInput.safeParse({ links })
      if (!input.success || (await findLinks(db, memberId))?.links.length !== 0) return
      await saveLinks(db, memberId, input.data.links)
      await checkProfileLinks.enqueue(db, { memberId })
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => removeProfileLinksOf(db, memberId),
  archive: profileLinksArchive,
  notInArchive: { link_checks: 'repeats what is public at the linked pages' },
  demo: async () => (await import('./profile-links.demo.ts')).profileLinksDemo,
})
