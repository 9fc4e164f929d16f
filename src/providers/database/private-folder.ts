import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { DatabaseError } from './failures.ts'
import type { Owner } from './owner.ts'

/** Creates the folder. If it already exists, it must belong to `owner` (null: this process's user) and be writable only
 *  by them, because in /tmp, another user may have created it. @throws DatabaseError */
export function privateFolder(folder: string, mode: number, owner: Owner | null = null): string {
  const made = mkdirSync(folder, { recursive: true, mode })
  if (made && owner) chownSync(folder, owner.uid, owner.gid)
  const { uid, mode: found, isDirectory } = statOf(folder)
  const isOurs = process.platform === 'win32' || uid === (owner?.uid ?? process.getuid?.())
  if (!isDirectory || !isOurs || (found & 0o022 && process.platform !== 'win32'))
    throw new DatabaseError(`The folder ${folder} belongs to another user, or others can write to it. Remove it.`)
  return folder
}

function statOf(folder: string) {
  const stat = lstatSync(folder)
  return { uid: stat.uid, mode: stat.mode, isDirectory: stat.isDirectory() }
}
