import { feature } from '#kernel/feature.ts'
import { githubPreviewSubscriptions, githubPreviewWorkers } from './github-preview-jobs.ts'

export const githubPreviewsFeature = feature('github-previews', {
  workers: githubPreviewWorkers,
  on: githubPreviewSubscriptions,
  demo: async () => (await import('./github-previews.demo.ts')).githubPreviewsDemo,
})
