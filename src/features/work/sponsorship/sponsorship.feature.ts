import { feature } from '#kernel/feature.ts'
import { githubSponsorRoutes } from './github-sponsors.routes.ts'
import { sponsorGoalRoutes } from './sponsor-goals.routes.ts'
import { sponsorImportRoutes } from './sponsor-imports.routes.ts'
import { sponsorWorkers } from './sponsor-sync.ts'
import { sponsorTierRoutes } from './sponsor-tiers.routes.ts'
import { sponsorRoutes } from './sponsors.routes.ts'
import { removeSponsorshipOf } from './sponsors.store.ts'
import { sponsorshipArchive } from './sponsorship-archive.store.ts'
import { sponsorshipSitemap } from './sponsorship-sitemap.store.ts'
import { SponsorGoal } from './sponsor-goals.contract.ts'
import { SponsorTier } from './sponsor-tiers.contract.ts'
import { OwnSponsor } from './sponsors.contract.ts'
import { SponsorInput } from './sponsor-input.contract.ts'

export const sponsorshipFeature = feature('sponsorship', {
  section: 'sponsor',
  routes: [
    ...sponsorTierRoutes,
    ...sponsorGoalRoutes,
    ...sponsorRoutes,
    ...sponsorImportRoutes,
    ...githubSponsorRoutes,
  ],
  schemas: { OwnSponsor, SponsorGoal, SponsorInput, SponsorTier },
  workers: sponsorWorkers,
  accountDeletion: ({ db }, { memberId }) => removeSponsorshipOf(db, memberId),
  archive: sponsorshipArchive,
  notInArchive: { sponsor_counts: 'counts the sponsors' },
  sitemap: sponsorshipSitemap,
  demo: async () => (await import('./sponsorship.demo.ts')).sponsorshipDemo,
})
