/** A backup cannot be made, read, or restored. The message tells the operator why, and contains no secrets. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const diskCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Turns errors of the file system into errors that say what to do about `place`. Returns other errors unchanged. */
export function explained(reason: unknown, place: string): unknown {
  if (reason instanceof BackupError || !(reason instanceof Error) || !('code' in reason)) return reason
  if (diskCodes.has(String(reason.code)))
    return new BackupError(`The disk of ${place} is full. Free some space, then try again.`, { cause: reason })
  if ('syscall' in reason) return new BackupError(`${place} cannot be used: ${reason.message}.`, { cause: reason })
  return reason
}
