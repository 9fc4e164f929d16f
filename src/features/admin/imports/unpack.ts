import { t } from '#messages/messages.ts'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '#kernel/temporary-folders.ts'
import { type Archive, reasonOf } from './source-files.ts'
import { type Refusal, SourceError } from './source-site.ts'

const maxPictureBytes = 20 * 1024 * 1024
const maxTextBytes = 256 * 1024 * 1024
const maxTotalBytes = 2 * 1024 ** 3
const isText = (name: string) => /\.(?:mdx?|markdown|mdown|mkd|xml|json|csv)$/i.test(name)
const isNeeded = (name: string) => !/\.(?:mp4|m4v|mov|webm|mkv|avi|mp3|wav|zip|gz|exe|psd)$/i.test(name)

/** Unpacks an archive to a temporary folder, for sources that are read as folders, such as site generators. Leaves out
 *  videos, programs, and other files over 20 MB. The caller must remove the folder. `refused`: damaged files. @throws
 *  SourceError if it expands to more than 2 GB */
export async function unpack(
  archive: Archive,
  temporary: string | undefined,
): Promise<{ folder: string; refused: Refusal[]; remove: () => Promise<void> }> {
  const top = await temporaryFolder(temporary)
  const remove = () => rm(top, { recursive: true, force: true })
  // Nested in empty folders, because readers also search parent folders for a site's configuration.
  const folder = path.join(top, 'files', 'of', 'an', 'archive')
  await mkdir(folder, { recursive: true })
  const refused: Refusal[] = []
  try {
    let total = 0
    for (const name of archive.names.filter(isNeeded)) {
      total += archive.sizeOf(name)
      if (total > maxTotalBytes) throw new SourceError(t('The archive expands to more than 2 GB.'))
      if (!isText(name) && archive.sizeOf(name) > maxPictureBytes) continue
      const why = await unpackOne(archive, name, folder)
      if (why !== null) refused.push({ key: name, why })
    }
    return { folder, refused, remove }
  } catch (reason) {
    await remove()
    throw reason
  }
}

/** @returns why the file cannot be unpacked, or null */
async function unpackOne(archive: Archive, name: string, folder: string): Promise<string | null> {
  try {
    const bytes = await archive.read(name, maxTextBytes)
    if (bytes) await writeInto(folder, name, bytes, archive.modifiedAt(name))
    return null
  } catch (reason) {
    if (reason instanceof SourceError) return reasonOf(reason)
    throw reason
  }
}

async function writeInto(folder: string, name: string, bytes: Buffer, modifiedAt: Date | null): Promise<void> {
  const file = path.join(folder, name)
  if (!file.startsWith(folder + path.sep))
    throw new SourceError(t('The archive contains an invalid path: {name}.', { name }))
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes, { flag: 'wx' })
  } catch (reason) {
    throw new SourceError(t('The archive cannot be unpacked: {name} conflicts with another file.', { name }), {
      cause: reason,
    })
  }
  if (modifiedAt) await utimes(file, modifiedAt, modifiedAt)
}
