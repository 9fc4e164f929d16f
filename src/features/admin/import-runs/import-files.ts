import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StoredRun } from './import-runs.store.ts'

export const newFileKey = (): string => randomUUID()

export type ImportFile = Pick<StoredRun, 'name' | 'fileKey' | 'sizeBytes'>

/** The files that members upload for imports. */
export interface ImportFiles {
  /** Writes a part at its offset. The first part creates the file. */
  write(file: ImportFile, offset: number, bytes: Uint8Array): Promise<void>
  /** Returns the path of the complete file on this machine; null if it is missing. Keeps the file's name, because
   *  readers recognize some formats by name. */
  open(file: ImportFile): Promise<string | null>
  /** Deletes the copy that `open` made on this machine, if any. */
  close(file: ImportFile): Promise<void>
  /** Deletes the file of a run that has ended, if it has one. */
  remove(file: Pick<ImportFile, 'fileKey'>): Promise<void>
  /** Deletes the files that no run needs. */
  removeUnneeded(needed: readonly string[], nowMs: number): Promise<void>
}

/** A file may be written before its run is visible to others. */
export const minAgeMs = 60_000

/** Stores files in a folder on this machine. */
export function importFilesIn(folder: string): ImportFiles {
  return {
    write: (file, offset, bytes) => writePart(pathIn(folder, file), offset, bytes),
    async open(file) {
      const place = pathIn(folder, file)
      return existsSync(place) ? place : null
    },
    close: async () => {},
    remove: (file) => removeFolder(folder, file),
    removeUnneeded: (needed, nowMs) => removeUnneededFolders(folder, needed, nowMs),
  }
}

export function pathIn(folder: string, { name, fileKey }: ImportFile): string {
  if (fileKey === null) throw new Error('The import has no file.')
  return path.join(folder, fileKey, plain(name))
}

/** Returns the name without characters that are special to any file system, truncated to a length that all of them
 *  allow. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .slice(-80)
    .replace(/^[.\s]+/, '')

async function writePart(file: string, offset: number, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await using handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600)
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, offset + written)
    written += bytesWritten
  }
}

export async function removeFolder(folder: string, { fileKey }: Pick<ImportFile, 'fileKey'>): Promise<void> {
  if (fileKey !== null) await rm(path.join(folder, fileKey), { recursive: true, force: true })
}

export async function removeUnneededFolders(folder: string, needed: readonly string[], nowMs: number): Promise<void> {
  const keys = await readdir(folder).catch(() => [])
  for (const key of keys.filter((one) => !needed.includes(one))) {
    const found = await stat(path.join(folder, key)).catch(() => null)
    if (found && nowMs - found.mtimeMs > minAgeMs) await rm(path.join(folder, key), { recursive: true, force: true })
  }
}
