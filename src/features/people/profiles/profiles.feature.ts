import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { availabilityRoutes } from './availability.routes.ts'
import { availabilityArchive, clearAvailability } from './availability.store.ts'
import { memberships } from './memberships.ts'
import { peopleRoutes } from './people.routes.ts'
import { profileImported, profileUpdated } from './profiles.events.ts'
import { updateProfile } from './profiles.store.ts'
import { profilesSitemap } from './profiles-sitemap.store.ts'
import { profileRoutes } from './profiles.routes.ts'
import { roleWorkers } from './role-mail.ts'
import { roleRoutes } from './roles.routes.ts'
import { usernameRoutes } from './username-changes.routes.ts'
import { usernamesArchive } from './usernames-archive.store.ts'
import { applyOwnerUsername } from './owner-username.ts'
import { ListedUser, PublicAuthor, User, UserList, Viewer } from './profiles.contract.ts'

export const profilesFeature = feature('profiles', {
  services: () => ({ memberships }),
  start: applyOwnerUsername,
  routes: [...profileRoutes, ...availabilityRoutes, ...peopleRoutes, ...roleRoutes, ...usernameRoutes],
  schemas: { ListedUser, PublicAuthor, User, UserList, Viewer },
  workers: roleWorkers,
  on: [
    on(profileImported, async ({ db, emit }, { memberId, settings }) => {
      await updateProfile(db, memberId, settings)
      await emit(db, profileUpdated, { memberId, githubUsername: settings.githubUsername })
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => clearAvailability(db, memberId),
  archive: [...usernamesArchive, availabilityArchive],
  notInArchive: { role_changes: 'the administrators’ audit log' },
  sitemap: profilesSitemap,
  demo: async () => (await import('./profiles.demo.ts')).profilesDemo,
})
