import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { BackupIndex, isIndexPath, verifiedPath } from './manifest.contract.ts'

/** Stored when a backup has been verified, so that the date of the verification survives the loss of the database. */
export const Verification = z.strictObject({ verifiedAt: z.iso.datetime(), version: z.string() })

export interface ListedBackup {
  index: BackupIndex
  verifiedAt: string | null
}

/** Lists complete backups, newest first. @returns the backups, and the paths of indexes that cannot be read */
export async function listBackups(target: BackupTarget): Promise<{ backups: ListedBackup[]; unreadable: string[] }> {
  const paths: string[] = []
  const verified = new Set<string>()
  for await (const path of target.list('')) {
    if (isIndexPath(path)) paths.push(path)
    else if (path.endsWith('.verified')) verified.add(path)
  }
  const backups: ListedBackup[] = []
  const unreadable: string[] = []
  for (const path of paths.toSorted().toReversed()) {
    const index = await readIndex(target, path)
    if (!index) unreadable.push(path)
    else
      backups.push({
        index,
        verifiedAt: verified.has(verifiedPath(index.id)) ? await verificationOf(target, index.id) : null,
      })
  }
  return { backups, unreadable }
}

/** Returns the backup with the id, or the newest one. @throws BackupError if it does not exist or its index is
 *  damaged */
export async function findBackup(target: BackupTarget, id: string | null): Promise<ListedBackup> {
  const { backups, unreadable } = await listBackups(target)
  if (id === null && backups[0]) return backups[0]
  const found = backups.find(({ index }) => index.id === id)
  if (found) return found
  if (unreadable.some((path) => path === `${id}.json`))
    throw new BackupError(`The file ${id}.json in ${target.name} is damaged or was written by a newer version.`)
  throw new BackupError(
    id === null ? `There are no backups in ${target.name}.` : `There is no backup ${id} in ${target.name}.`,
  )
}

async function readIndex(target: BackupTarget, path: string): Promise<BackupIndex | null> {
  const stored = await target.get(path)
  if (!stored) return null
  try {
    const index = BackupIndex.parse(await json(stored))
    return path === `${index.id}.json` ? index : null
  } catch (reason) {
    if (reason instanceof SyntaxError || reason instanceof z.core.$ZodError) return null
    throw reason
  }
}

async function verificationOf(target: BackupTarget, id: string): Promise<string | null> {
  const stored = await target.get(verifiedPath(id))
  const found = Verification.safeParse(stored && (await json(stored).catch(() => null)))
  return found.success ? found.data.verifiedAt : null
}
