/** The database is unavailable. The message is a sentence for the operator and contains no secrets. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Explains the output of `initdb` or `postgres`. */
export function startFailure(output: string, folder: string): DatabaseError {
  const known = causes.find(({ pattern }) => pattern.test(output))
  const last = output.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? output.trim()
  const sentence = known?.sentence(folder) ?? `The embedded database in ${folder} did not start: ${last}`
  return new DatabaseError(sentence, { cause: new Error(output.trim()) })
}

/** The message for missing or unreadable files, which are never overwritten. */
export const damaged = (folder: string, what: string): string =>
  `The embedded database in ${folder} is damaged: ${what}. Nothing was changed. Rename that folder and restore a backup: npm run devstead -- backup restore.`

const causes: { pattern: RegExp; sentence: (folder: string) => string }[] = [
  {
    pattern: /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/,
    sentence: (folder) =>
      `The disk that contains ${folder} is full, and the database needs space to start. Nothing was lost. Free up some space, then try again.`,
  },
  {
    pattern: /Read-only file system|EROFS/,
    sentence: (folder) => `${folder} is on a read-only disk. Set DATA_DIR to a writable folder.`,
  },
  {
    pattern: /wrong ownership|Permission denied|EACCES|EPERM/,
    sentence: (folder) =>
      `${folder} or a folder above it belongs to another user. Start the site as that user, change the owner of the folder and everything in it, or set DATA_DIR to another folder.`,
  },
  {
    pattern: /could not look up effective user ID/,
    sentence: () =>
      'PostgreSQL cannot run because this user id has no entry in /etc/passwd. Start the site as a user that has one, or set DATABASE_URL.',
  },
  {
    pattern: /administrative permissions/,
    sentence: () =>
      'PostgreSQL can’t run with administrator rights. Start the site from a terminal that doesn’t have them.',
  },
  {
    pattern: /pg_control|control file|checkpoint record/,
    sentence: (folder) => damaged(folder, 'global/pg_control, or the log it refers to, cannot be read'),
  },
]
