import { feature } from '#kernel/feature.ts'
import { removeGithubOf } from './github-accounts.store.ts'
import { githubArchive } from './github-archive.store.ts'
import { githubSyncRoutes } from './github-sync.routes.ts'
import { githubSubscriptions, githubWorkers } from './github-sync.ts'
import { githubWebhookRoutes } from './github-webhook.routes.ts'
import { githubRoutes } from './github.routes.ts'
import { GithubActivity } from './activities.contract.ts'

export const githubFeature = feature('github', {
  section: 'github',
  routes: [...githubRoutes, ...githubSyncRoutes, ...githubWebhookRoutes],
  schemas: { GithubActivity },
  workers: githubWorkers,
  on: githubSubscriptions,
  accountDeletion: ({ db }, { memberId }) => removeGithubOf(db, memberId),
  archive: githubArchive,
  demo: async () => (await import('./github.demo.ts')).githubDemo,
})
