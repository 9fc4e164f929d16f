import type { MoveCounts, MoveReport } from '#app/move-media.ts'
import { command, group } from '../cli/command.ts'
import { print, printResult } from '../cli/output.ts'
import { withSite } from '../cli/site.ts'

const move = command('move', {
  summary: 'Copy all files of the site to its bucket',
  description:
    'Copies pictures, recordings, and files that are being imported from DATA_DIR to the bucket in the S3 settings. Deletes nothing, and can be repeated: only files that the bucket does not have are copied.',
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

export const media = group('media', { summary: 'Maintain uploaded pictures' }, [move])

const textOf = (report: MoveReport): string =>
  [
    lineOf('Pictures', report.pictures),
    lineOf('Recordings', report.recordings),
    lineOf('Imports', report.imports),
  ].join('\n')

const lineOf = (title: string, { copied, present, missing }: MoveCounts): string =>
  `${title}: ${copied} copied, ${present} already in the bucket, ${missing.length} missing.`
