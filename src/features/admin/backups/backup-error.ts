import { isTransientFault } from '#kernel/database-errors.ts'

/** Thrown if a backup cannot be made, read, or restored. The message tells the operator why, and contains no
 *  secrets. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A stored file is missing. */
export class MissingFile extends BackupError {}
/** A stored file does not have the expected content. */
export class DamagedFile extends BackupError {}

/** Reports whether reading failed because of the disk, the network, or the service, rather than the content. */
export const isReadFailure = (reason: unknown): boolean => reason instanceof Error && 'code' in reason

const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** PostgreSQL's code for a full disk, which may be on another machine. */
const databaseDiskCode = '53100'

/** Turns file system errors into errors that explain what to do about `place`. Returns other errors unchanged, such as
 *  errors from the database connection. */
export function explained(reason: unknown, place: string): unknown {
  if (reason instanceof BackupError || !(reason instanceof Error) || !('code' in reason)) return reason
  if (diskCodes.has(String(reason.code)))
    return new BackupError(`The disk that contains ${place} is full. Free up some space, then try again.`, {
      cause: reason,
    })
  if (reason.code === databaseDiskCode)
    return new BackupError('The database server’s disk is full. Free up some space there, then try again.', {
      cause: reason,
    })
  if (isTransientFault(reason)) return reason
  if ('syscall' in reason) return new BackupError(`${place} cannot be used: ${reason.message}.`, { cause: reason })
  return reason
}
