import { readFileSync, statSync } from 'node:fs'
import { DatabaseError } from './failures.ts'

/** The user that PostgreSQL runs as. */
export interface Owner {
  uid: number
  gid: number
}

/** Returns the user that PostgreSQL runs as, or null for this process's user. PostgreSQL refuses to run as root; in
 *  that case, returns the first non-root owner of `folders` with an entry in /etc/passwd, or `postgres`, or
 *  `nobody`. */
export function ownerOf(folders: string[]): Owner | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseUser)
  const owners = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.uid)
  const owner = [
    ...owners.map((uid) => users.find((user) => user.uid === uid && uid !== 0)),
    users.find(({ name }) => name === 'postgres'),
    users.find(({ name }) => name === 'nobody'),
  ].find((user) => user !== undefined)
  if (!owner) throw new DatabaseError('PostgreSQL can’t run as root. Start the site as another user.')
  return { uid: owner.uid, gid: owner.gid }
}

/** Returns spawn options that run a program as the owner, in `folder`. */
export const runAs = (owner: Owner | null, folder: string) => ({ ...owner, cwd: folder, env: { LC_ALL: 'C' } })

/** Returns the folder's path for a program that runs in it. The owner may have no access to the parent folders, such as
 *  /root, but a process can always read its working directory. */
export const nameInside = (owner: Owner | null, folder: string): string =>
  owner && process.platform === 'linux' ? '/proc/self/cwd' : folder

function parseUser(line: string) {
  const [name, , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
