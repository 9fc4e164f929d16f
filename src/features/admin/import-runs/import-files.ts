import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StoredRun } from './import-runs.store.ts'

export const newFileKey = (): string => randomUUID()

type Place = Pick<StoredRun, 'name' | 'fileKey'>

/** Returns the path of an uploaded file. Keeps its name, because readers recognize some formats by name. */
export function fileOf(folder: string, { name, fileKey }: Place): string {
  if (fileKey === null) throw new Error('The import has no file.')
  return path.join(folder, fileKey, plain(name))
}

/** Replaces characters that are special on any file system, and shortens long names. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .slice(-80)
    .replace(/^[.\s]+/, '')

/** Writes a part at its offset. The first part creates the file. */
export async function writePart(file: string, offset: number, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await using handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600)
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, offset + written)
    written += bytesWritten
  }
}

export const hasFile = (file: string): boolean => existsSync(file)

/** Deletes the file of a run that has ended, if it has one. */
export async function removeFile(folder: string, { fileKey }: Pick<StoredRun, 'fileKey'>): Promise<void> {
  if (fileKey !== null) await rm(path.join(folder, fileKey), { recursive: true, force: true })
}

/** A file may be written before its run is visible to others. */
const minAgeMs = 60_000

/** Deletes the files that no run needs. */
export async function removeUnneededFiles(folder: string, needed: readonly string[], nowMs: number): Promise<void> {
  const keys = await readdir(folder).catch(() => [])
  for (const key of keys.filter((one) => !needed.includes(one))) {
    const found = await stat(path.join(folder, key)).catch(() => null)
    if (found && nowMs - found.mtimeMs > minAgeMs) await rm(path.join(folder, key), { recursive: true, force: true })
  }
}
