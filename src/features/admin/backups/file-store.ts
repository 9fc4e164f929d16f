import type { Readable } from 'node:stream'
import { concurrently } from '#kernel/concurrently.ts'
import type { BackupTarget } from './backup-target.ts'
import { BackupError, DamagedFile, MissingFile } from './backup-error.ts'
import type { Decrypt, Sealer } from './encryption.ts'
import type { FileSource } from './file-source.ts'
import type { BackupIndex, SiteFile } from './manifest.contract.ts'
import { measureOf, Meter, through } from './measured.ts'

const atOnce = 4
/** The maximum number of attempts to read a file that keeps changing. */
const maxTries = 3

type Place = Pick<BackupIndex, 'store' | 'encryption'>

/** Returns where a file with this content is stored. */
export const blobPath = ({ store, encryption }: Place, sha256: string): string =>
  `${store}/${sha256.slice(0, 2)}/${sha256}${encryption === 'none' ? '' : '.age'}`

/** Returns the hash in the path of a stored file, or null for other paths. */
export const hashIn = (path: string): string | null =>
  /^files[^/]*\/..\/([0-9a-f]{64})(?:\.age)?$/.exec(path)?.[1] ?? null

export interface FileStore {
  /** Stores the sources' files that have not been stored yet. Stores files with the same content only once. Call it
   *  again for files that were added in the meantime. */
  add(sources: FileSource[]): Promise<void>
  /** All files by their paths. */
  files: ReadonlyMap<string, SiteFile>
}

/** Opens the stored files of a new backup. */
export async function openFileStore(target: BackupTarget, sealer: Sealer): Promise<FileStore> {
  const place = { store: sealer.store, encryption: sealer.kind }
  const files = new Map<string, SiteFile>()
  const stored = new Set<string>()
  for await (const path of target.list(`${sealer.store}/`)) {
    const hash = hashIn(path)
    if (hash) stored.add(hash)
  }

  async function addFile(source: FileSource, path: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const content = await source.open(path)
      if (!content) return // deleted in the meantime
      const { bytes, sha256 } = await measureOf(content)
      if (stored.has(sha256) || (await storeFile(source, path, sha256))) {
        stored.add(sha256)
        files.set(`${source.name}/${path}`, { path: `${source.name}/${path}`, bytes, sha256 })
        return
      }
      if (tries === maxTries) throw new BackupError(`The file ${source.name}/${path} keeps changing.`)
    }
  }

  /** @returns false if the content has changed */
  async function storeFile(source: FileSource, path: string, sha256: string): Promise<boolean> {
    const content = await source.open(path)
    if (!content) return false
    const changed = new Error('changed')
    const meter = new Meter({ check: (found) => (found.sha256 === sha256 ? null : changed) })
    try {
      await target.put(blobPath(place, sha256), await sealer.seal(through(content, meter)))
      return true
    } catch (reason) {
      if (meter.errored === changed) return false
      throw reason
    }
  }

  return {
    files,
    async add(sources) {
      for (const source of sources)
        await concurrently(source.list(), atOnce, async (path) => {
          if (!files.has(`${source.name}/${path}`)) await addFile(source, path)
        })
    },
  }
}

/** Opens a stored file. The stream fails at its end if the content does not match the hash. @throws BackupError */
export async function openFile(
  target: BackupTarget,
  index: Place,
  { path, sha256 }: SiteFile,
  decrypt: Decrypt,
): Promise<Readable> {
  const stored = await target.get(blobPath(index, sha256))
  if (!stored)
    throw new MissingFile(`The content of ${path} is missing from ${target.name}: ${blobPath(index, sha256)}.`)
  const check = (found: { sha256: string }) =>
    found.sha256 === sha256 ? null : new DamagedFile(damaged(path, blobPath(index, sha256)))
  return through(await decrypt(stored), new Meter({ check }))
}

export const damaged = (path: string, stored: string): string => `The content of ${path} is damaged: ${stored}.`

/** Moves a damaged file out of the way, so that the next backup stores it again, which repairs all backups that need
 *  it. */
export async function setAside(target: BackupTarget, index: Place, { sha256 }: SiteFile): Promise<void> {
  const path = blobPath(index, sha256)
  const stored = await target.get(path)
  if (stored) await target.put(`damaged/${path.slice(path.lastIndexOf('/') + 1)}`, stored)
  await target.delete(path)
}
