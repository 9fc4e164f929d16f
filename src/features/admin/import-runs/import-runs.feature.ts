import { feature } from '#kernel/feature.ts'
import { sweepTemporaryFolders } from '#kernel/temporary-folders.ts'
import { on } from '#kernel/event.ts'
import { publishingRevoked } from '#features/people/profiles/members.events.ts'
import { importRunWorkers } from './import-run-jobs.ts'
import { importRunRoutes } from './import-runs.routes.ts'
import { cancelRunsOf, removeRunsOf } from './import-runs.store.ts'

export const importRunsFeature = feature('import-runs', {
  routes: importRunRoutes,
  workers: importRunWorkers,
  start: ({ importRunner, clock }) => sweepTemporaryFolders(importRunner.tempFolder, clock.now()),
  stop: ({ importRunner }) => importRunner.stop(),
  // The hourly job deletes the files.
  on: [on(publishingRevoked, ({ db }, { memberId }) => cancelRunsOf(db, memberId))],
  accountDeletion: ({ db }, { memberId }) => removeRunsOf(db, memberId),
  notInArchive: { import_runs: 'describe files that the member has' },
})
