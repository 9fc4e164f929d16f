import { BackupError } from './backup-error.ts'
import type { OpenBackupSite } from './backup-site.ts'
import type { BackupTarget } from './backup-target.ts'
import { claimTarget } from './claimed-target.ts'
import { openSession, tryLock } from './copy-session.store.ts'
import { blobPath, hashIn } from './file-store.ts'
import { listBackups } from './list-backups.ts'
import { indexPath, verifiedPath } from './manifest.contract.ts'
import { keptBackups } from './retention.ts'

/** Deletes old backups, except the newest verified one, and files that no remaining backup refers to. @returns the ids
 *  of the deleted backups */
export async function pruneBackups(site: OpenBackupSite): Promise<string[]> {
  const session = await openSession(site.connection)
  try {
    // A running backup refers to files before its index exists.
    if (!(await tryLock(session.db))) throw new BackupError('A backup of this site is running.')
    await claimTarget(site, session.db)
    return await prune(site.target)
  } finally {
    await session.close()
  }
}

async function prune(target: BackupTarget): Promise<string[]> {
  const { backups, unreadable } = await listBackups(target)
  const kept = keptBackups(backups.map(({ index }) => index))
  const verified = backups.find(({ verifiedAt }) => verifiedAt !== null)
  if (verified) kept.add(verified.index.id)
  const old = backups.filter(({ index }) => !kept.has(index.id))
  for (const { index } of old) {
    // The index first: without it, the backup does not exist.
    for (const path of [indexPath(index.id), verifiedPath(index.id), index.archive.path]) await target.delete(path)
  }
  // A backup that this version cannot read may refer to any file.
  if (unreadable.length === 0) {
    const rest = backups.filter(({ index }) => kept.has(index.id)).map(({ index }) => index)
    const needed = new Set(rest.flatMap((index) => index.blobs.map((hash) => blobPath(index, hash))))
    const archives = new Set(rest.map(({ archive }) => archive.path))
    for await (const path of target.list(''))
      if ((hashIn(path) !== null && !needed.has(path)) || (isArchive(path) && !archives.has(path)))
        await target.delete(path)
  }
  return old.map(({ index }) => index.id)
}

const isArchive = (path: string) => /^\d{8}T\d{6}Z-[0-9a-f]{4}\.tar(?:\.age)?$/.test(path)
