import { feature } from '#kernel/feature.ts'
import { githubCardWorkers } from './github-card-jobs.ts'

export const githubCardsFeature = feature('github-cards', {
  workers: githubCardWorkers,
  demo: async () => (await import('./github-cards.demo.ts')).githubCardsDemo,
})
