import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#kernel/errors.ts'
import { command } from '../cli/command.ts'
import { printResult } from '../cli/output.ts'
import { callerPath, type Site, withSite } from '../cli/site.ts'

/** Named after the file; `export` is a reserved word. */
export const exportCommand = command('export', {
  summary: 'Export everything a member owns',
  description:
    'Writes the archive that members can download in their settings: a zip file that contains posts, drafts, pages, and pictures as files and everything else as JSON. devstead import can read it. To copy the whole site, use devstead backup.',
  examples: ['export --member ada', 'export --member ada --output ada.zip'],
})
  .requiredOption('--member <username>', 'The member to export')
  .option('--output <file>', 'The file to write; it must not already exist (default: USERNAME-archive-DATE.zip)')
  .option('--json', 'Print the result as JSON')
  .action(async ({ member, output, json }) => {
    const written = await withSite((site) => writeArchive(site, member, output))
    printResult(json, written, `Wrote ${written.file} (${written.bytes} bytes).`)
  })

async function writeArchive(site: Site, name: string, output: string | undefined) {
  const { features } = await import('#app/features.ts')
  const { withStorage } = await import('#app/storage.ts')
  const { archiveEntries } = await import('#features/admin/archives/archive-entries.ts')
  const { zipStream } = await import('#features/admin/archives/zip-stream.ts')
  const { systemClock } = await import('#kernel/clock.ts')
  const { archiveOwner } = await import('../cli/members.ts')
  const owner = await archiveOwner(site, name)
  const day = new Date(systemClock.now()).toISOString().slice(0, 10)
  const file = callerPath(output ?? `${owner.username}-archive-${day}.zip`)
  const base = { db: site.db, log: site.log, clock: systemClock, features, siteUrl: site.config.siteUrl }
  return withStorage(site, (storage) => writeNew(file, zipStream(archiveEntries({ ...base, storage }, owner))))
}

/** Writes the content to a new file. @throws AppError conflict if the file exists */
async function writeNew(file: string, content: ReadableStream<Uint8Array>) {
  const target = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(content), target)
  } catch (reason) {
    if (isExisting(reason)) throw new AppError('conflict', `${file} already exists.`, { cause: reason })
    fs.rmSync(file, { force: true })
    throw reason
  }
  return { file, bytes: target.bytesWritten }
}

const isExisting = (reason: unknown): boolean => reason instanceof Error && 'code' in reason && reason.code === 'EEXIST'
