import { checkArchive } from './archive.ts'
import { DamagedFile, MissingFile } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { blobPath } from './file-store.ts'
import type { ListedBackup } from './list-backups.ts'

/** Checks what can be checked without the key: the archive's checksum, and that no file is missing.
 *  @returns the first problem, or null if there is none @throws BackupError if the target cannot be read */
export async function findStorageProblem(target: BackupTarget, { index }: ListedBackup): Promise<string | null> {
  try {
    await checkArchive(target, index)
  } catch (reason) {
    if (reason instanceof DamagedFile || reason instanceof MissingFile) return reason.message
    throw reason
  }
  const stored = new Set<string>()
  for await (const path of target.list(`${index.store}/`)) stored.add(path)
  const lost = index.blobs.map((hash) => blobPath(index, hash)).filter((path) => !stored.has(path))
  if (lost.length === 0) return null
  return `${target.name} lacks ${lost.length} of the backup's ${index.blobs.length} files, such as ${lost[0]}.`
}
