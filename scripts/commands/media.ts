import type { MoveCounts, MoveReport } from '#app/move-media.ts'
import { AppError } from '#kernel/errors.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'
import { command, group } from '../cli/command.ts'
import { print, printResult } from '../cli/output.ts'
import { type Site, withSite } from '../cli/site.ts'

const move = command('move', {
  summary: 'Copy the site’s files to its bucket',
  description:
    'Copies pictures, recordings, and uploaded import files from DATA_DIR to the S3 bucket. Deletes nothing and is safe to repeat: it copies only files that are not in the bucket yet.',
  examples: ['media move', 'media move --json'],
})
  .option('--json', 'Print the result as JSON')
  .action(async ({ json }) => {
    const report = await withSite(async (site) => (await import('#app/move-media.ts')).moveMedia(site))
    printResult(json, report, textOf(report))
    const missing = Object.values(report).flatMap((counts: MoveCounts) => counts.missing)
    if (!json) for (const name of missing) print(`Missing: ${name}`)
    if (missing.length > 0) process.exitCode = 1
  })

const prune = command('prune', {
  summary: 'Delete unused pictures',
  description: 'Deletes pictures that have not been used for 30 days. The site also does this every night.',
  examples: ['media prune --dry-run', 'media prune'],
})
  .option('--dry-run', 'Only list the pictures')
  .option('--json', 'Print the result as JSON')
  .action(async ({ dryRun: isDryRun = false, json }) => {
    const pictures = await withSite((site) => prunePictures(site, isDryRun))
    const names = pictures.map(({ bucket, path }) => `${bucket}/${path}`)
    const count = `${names.length} ${names.length === 1 ? 'picture' : 'pictures'}`
    const text = isDryRun ? [...names, `${count} would be deleted.`].join('\n') : `Deleted ${count}.`
    printResult(json, { pictures: names, isDryRun }, text)
  })

export const media = group('media', { summary: 'Manage pictures and other files' }, [move, prune])

const textOf = (report: MoveReport): string =>
  [
    lineOf('Pictures', report.pictures),
    lineOf('Recordings', report.recordings),
    lineOf('Imports', report.imports),
  ].join('\n')

const lineOf = (title: string, { copied, present, missing }: MoveCounts): string =>
  `${title}: ${copied} copied, ${present} already in the bucket, ${missing.length} missing.`

async function prunePictures(site: Site, isDryRun: boolean): Promise<ObjectKey[]> {
  const { withStorage } = await import('#app/storage.ts')
  const { systemClock } = await import('#kernel/clock.ts')
  const { findUnusedPictures, removePictures } = await import('#features/writing/uploads/picture-sweep.ts')
  return withStorage(site, async (storage) => {
    const services = { db: site.db, storage, clock: systemClock }
    const unused = await findUnusedPictures(services)
    if (isDryRun) return unused
    if (!storage.canRemoveWithoutToken)
      throw new AppError('not_ready', 'Set SUPABASE_SERVICE_KEY to delete unused pictures.')
    const [failure] = await removePictures(services, unused)
    if (failure !== undefined) throw failure
    return unused
  })
}
