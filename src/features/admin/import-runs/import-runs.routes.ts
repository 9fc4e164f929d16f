import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { reportText } from '#features/admin/imports/import-report.contract.ts'
import { newFileKey } from './import-files.ts'
import { countsOf, excerptOf } from './import-report.contract.ts'
import { runImportJob } from './import-run-jobs.ts'
import {
  cancelImportRun,
  checkImportRun,
  createImportRun,
  fileTooLarge,
  getImportExcerpt,
  getImportReport,
  ImportRun,
  isBluesky,
  listImportRuns,
  partBytes,
  startImportRun,
  uploadImportPart,
} from './import-runs.contract.ts'
import {
  beginRun,
  cancelRun,
  createRun,
  findReport,
  findRun,
  listRuns,
  openBytes,
  receivePart,
  type StoredRun,
} from './import-runs.store.ts'
import { shownReport } from './storable-report.ts'

/** The maximum total size of all pending files, as a multiple of the size limit for one file. */
const openFiles = 5

export const importRunRoutes = [
  implement(listImportRuns, async ({ ctx: { db, importRunner }, member }) => ({
    runs: (await listRuns(db, member.id)).map(shown),
    maxBytes: importRunner.maxBytes,
  })),
  implement(createImportRun, async ({ ctx: { db, importRunner }, member, body: { name, sizeBytes, oldSite } }) => {
    const { maxBytes, files } = importRunner
    if (sizeBytes > maxBytes) throw new AppError('too_large', fileTooLarge(maxBytes))
    if ((await openBytes(db, member.id)) + sizeBytes > openFiles * maxBytes)
      throw new AppError('storage_full', noSpace())
    const before = await listRuns(db, member.id)
    const file = isBluesky(name) ? { fileKey: null, sizeBytes: 0 } : { fileKey: newFileKey(), sizeBytes }
    const run = await createRun(db, { memberId: member.id, name, oldSite, ...file })
    if (!run) throw new AppError('conflict', alreadyRunning())
    for (const one of before) await files.remove(one)
    return created(shown(run))
  }),
  implement(uploadImportPart, async ({ ctx: { db, importRunner }, member, params, query: { offset }, request }) => {
    const run = await ownRun(db, member, params.id)
    const bytes = await limitedBytes(request, partBytes)
    if (!bytes || offset + bytes.length > run.sizeBytes) throw new AppError('too_large', partTooLarge())
    if (run.state !== 'uploading' || run.receivedBytes !== offset) throw new AppError('conflict', wrongPart())
    await importRunner.files.write(run, offset, bytes)
    const received = await receivePart(db, run.id, { offset, bytes: bytes.length })
    if (!received) throw new AppError('conflict', wrongPart())
    return shown(received)
  }),
  implement(checkImportRun, async ({ ctx, member, params }) => begin(ctx, member, params.id, 'checking')),
  implement(startImportRun, async ({ ctx, member, params }) => begin(ctx, member, params.id, 'importing')),
  implement(cancelImportRun, async ({ ctx: { db, importRunner }, member, params }) => {
    const run = await ownRun(db, member, params.id)
    const canceled = await cancelRun(db, run.id)
    if (canceled) await importRunner.files.remove(run)
    return shown(canceled ?? (await ownRun(db, member, params.id)))
  }),
  implement(getImportExcerpt, async ({ ctx: { db }, member, params }) => {
    const report = shownReport(found(await findReport(db, member.id, params.id), 'Report'))
    return { report: excerptOf(report), counts: countsOf(report) }
  }),
  implement(getImportReport, async ({ ctx: { db }, member, params }) => {
    const report = shownReport(found(await findReport(db, member.id, params.id), 'Report'))
    return { report, text: reportText(report) }
  }),
]

const ownRun = async (db: Context['db'], { id: memberId }: Member, id: number): Promise<StoredRun> =>
  found(await findRun(db, memberId, id), 'Import')

/** Starts the job. Does nothing if it is already running. */
async function begin({ db }: Context, member: Member, id: number, state: 'checking' | 'importing'): Promise<ImportRun> {
  const run = await ownRun(db, member, id)
  const begun = await inTransaction(db, async (tx) => {
    const changed = await beginRun(tx, run.id, state)
    if (changed) await runImportJob.enqueue(tx, { runId: run.id })
    if (changed && state === 'importing')
      await audit(tx, { action: 'import.started', actor: member.id, target: `import ${run.id}` })
    return changed
  })
  const now = begun ?? (await ownRun(db, member, id))
  if (now.state !== state) throw new AppError('conflict', now.state === 'uploading' ? notUploaded() : hasEnded())
  return shown(now)
}

/** Returns the run without server-only fields. */
const shown = (run: StoredRun): ImportRun => ImportRun.parse(run)

const alreadyRunning = (): string => t('One of your imports is still running. Wait for it to finish, or cancel it.')
const noSpace = (): string => t('Other imports are using all the available space. Try again in an hour.')
const partTooLarge = (): string => t('The part is larger than the rest of the file, or larger than 4 MB.')
const wrongPart = (): string =>
  t('This part was not expected: the upload was canceled or continued elsewhere. Choose the file again.')
const notUploaded = (): string => t('The file hasn’t finished uploading.')
const hasEnded = (): string => t('This import has ended or moved to another step. Reload the page to see its status.')
