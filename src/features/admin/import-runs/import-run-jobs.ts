import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import { sweepTemporaryFolders } from '#kernel/temporary-folders.ts'
import { recordTexts } from '#kernel/trace.ts'
import { Id } from '#schemas/ids.contract.ts'
import { ImportRefused } from './import-runner.ts'
import { isBluesky } from './import-runs.contract.ts'
import {
  type ActiveRun,
  endRun,
  findActiveRun,
  listFileKeys,
  saveCrash,
  saveProgress,
  sweepRuns,
} from './import-runs.store.ts'
import { storableReport } from './storable-report.ts'

const progressMs = 1000
const maxCrashes = 3
const maxRunMs = 2 * 3_600_000

/** Runs one at a time, because an import keeps a CPU core busy. Resumes interrupted imports. */
export const runImportJob = job('import-runs.run', {
  summary: () => t('Check or import a file'),
  payload: z.object({ runId: Id }),
  queue: 'import-runs',
  callsOut: true,
})

const sweep = job('import-runs.sweep', {
  summary: () => t('Delete old imported files and reports'),
  schedule: '23 * * * *',
})

export const importRunWorkers = [
  perform(runImportJob, async (ctx, { runId }) => {
    const run = await findActiveRun(ctx.db, runId)
    if (run) await work(ctx, run)
  }),
  perform(sweep, async ({ db, clock, importRunner: { files, tempFolder } }) => {
    await sweepRuns(db, clock.now())
    await files.removeUnneeded(await listFileKeys(db), clock.now())
    await sweepTemporaryFolders(tempFolder, clock.now())
  }),
]

async function work(ctx: JobContext, run: ActiveRun): Promise<void> {
  const { db, importRunner } = ctx
  const source = isBluesky(run.name) ? run.name : await importRunner.files.open(run)
  if (source === null) return void (await endRun(db, run, { error: recordTexts(fileMissing) }))
  const canceled = new AbortController()
  const finished = new AbortController()
  const progress = { done: 0, total: 0 }
  const following = follow(db, run, progress, { canceled, signal: finished.signal })
  try {
    const report = await importRunner.run(
      { member: run.username, source, from: run.oldSite, isDryRun: run.state === 'checking' },
      {
        onProgress: (done, total) => Object.assign(progress, { done, total }),
        signal: AbortSignal.any([canceled.signal, AbortSignal.timeout(maxRunMs)]),
      },
    )
    await saveProgress(db, run, progress)
    await endRun(db, run, { report: storableReport(report, source, run.name) })
    if (run.state === 'importing') {
      await audit(db, { action: 'import.finished', actor: run.memberId, target: `import ${run.id}` })
      await importRunner.files.remove(run)
    }
  } catch (reason) {
    await handleFailure(ctx, run, { reason, source, isCanceled: canceled.signal.aborted })
  } finally {
    finished.abort()
    await following
    await importRunner.files.close(run)
  }
}

/** Saves the progress once a second, and aborts the import when the run has been canceled. */
async function follow(
  db: JobContext['db'],
  run: ActiveRun,
  progress: { done: number; total: number },
  { canceled, signal }: { canceled: AbortController; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    // A database outage does not cancel the import: it either continues or fails on its own.
    if (!(await saveProgress(db, run, progress).catch(() => true))) return canceled.abort()
    await sleep(progressMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

interface Failure {
  reason: unknown
  source: string
  isCanceled: boolean
}

/** Ends a run that cannot succeed. @throws the reason if a retry may succeed */
async function handleFailure(
  { db, log, importRunner: { files } }: JobContext,
  run: ActiveRun,
  { reason, source, isCanceled }: Failure,
): Promise<void> {
  const isRefused = reason instanceof ImportRefused
  if (!isCanceled && !isRefused) {
    await saveCrash(db, run)
    if (run.crashes + 1 < maxCrashes) throw reason
    log.error({ err: reason, run: run.id }, 'import failed')
  }
  const error = isRefused ? reason.message.replaceAll(source, run.name) : recordTexts(crashed)
  if (!isCanceled) await endRun(db, run, { error })
  await files.remove(run)
}

const fileMissing = (): string =>
  t(
    'The uploaded file is not on the machine that runs the import. Upload it again. If the site runs on several machines, ask an administrator to import it from the command line.',
  )
const crashed = (): string =>
  t(
    'The import stopped unexpectedly several times. Everything imported so far is kept. Upload the file again to continue, or ask an administrator for help.',
  )
