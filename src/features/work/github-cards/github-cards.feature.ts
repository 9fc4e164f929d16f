import { feature } from '#kernel/feature.ts'
import { githubCardSubscriptions, githubCardWorkers } from './github-card-jobs.ts'

export const githubCardsFeature = feature('github-cards', {
  workers: githubCardWorkers,
  on: githubCardSubscriptions,
  demo: async () => (await import('./github-cards.demo.ts')).githubCardsDemo,
})
