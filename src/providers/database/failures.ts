/** The database cannot be used. The message is a sentence for the person who runs the site, without secrets. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** What the output of `initdb` or `postgres` means for the data in `folder`. */
export function startFailure(output: string, folder: string): DatabaseError {
  const known = causes.find(({ pattern }) => pattern.test(output))
  const last = output.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? output.trim()
  const sentence = known?.sentence(folder) ?? `The embedded database in ${folder} did not start: ${last}`
  return new DatabaseError(sentence, { cause: new Error(output.trim()) })
}

/** The message for missing or unreadable files. They are never overwritten. */
export const damaged = (folder: string, what: string): string =>
  `The embedded database in ${folder} is damaged: ${what}. Nothing was changed. Restore DATA_DIR from a backup that was made while the site was stopped.`

const causes: { pattern: RegExp; sentence: (folder: string) => string }[] = [
  {
    pattern: /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/,
    sentence: (folder) => `The disk that holds ${folder} is full: the database needs room to start. Nothing was lost.`,
  },
  {
    pattern: /Read-only file system|EROFS/,
    sentence: (folder) =>
      `${folder} is on a read-only disk: the database cannot be written. Set DATA_DIR to another folder.`,
  },
  {
    pattern: /wrong ownership|Permission denied|EACCES|EPERM/,
    sentence: (folder) =>
      `${folder} belongs to another user, or lies in a folder that does. Start the site as that user, give the folder and all in it to the present one, or set DATA_DIR to another.`,
  },
  {
    pattern: /could not look up effective user ID/,
    sentence: () =>
      'PostgreSQL needs its user to be known to the system, and this user id has no entry in /etc/passwd. Start the site as a listed user, or set DATABASE_URL.',
  },
  {
    pattern: /administrative permissions/,
    sentence: () => 'PostgreSQL does not run with administrator rights. Start the site from an ordinary terminal.',
  },
  {
    pattern: /pg_control|control file|checkpoint record/,
    sentence: (folder) => damaged(folder, 'global/pg_control, or the log it refers to, cannot be read'),
  },
]
