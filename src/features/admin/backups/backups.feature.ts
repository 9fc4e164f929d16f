import { feature } from '#kernel/feature.ts'
import { backupGauges } from './backup-gauges.ts'
import { backupWorkers } from './backup-jobs.ts'
import { backupRoutes } from './backups.routes.ts'

export const backupsFeature = feature('backups', {
  routes: backupRoutes,
  workers: backupWorkers,
  gauges: backupGauges,
  stop: ({ backupRunner }) => backupRunner.stop(),
})
