import { readFileSync, statSync } from 'node:fs'
import { DatabaseError } from './failures.ts'

/** The user that PostgreSQL runs as. */
export interface Owner {
  uid: number
  gid: number
}

/** Whom PostgreSQL runs as: null for this process's own user. PostgreSQL refuses to be root, so root gives way to the
 *  first owner of `folders` who is somebody else and known to the system, else to `postgres`, else to `nobody`. */
export function ownerOf(folders: string[]): Owner | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseUser)
  const owners = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.uid)
  const owner = [
    ...owners.map((uid) => users.find((user) => user.uid === uid && uid !== 0)),
    users.find(({ name }) => name === 'postgres'),
    users.find(({ name }) => name === 'nobody'),
  ].find((user) => user !== undefined)
  if (!owner) throw new DatabaseError('PostgreSQL does not run as root: please start the site as an ordinary user.')
  return { uid: owner.uid, gid: owner.gid }
}

/** How to run a program as the owner, working in `folder`. */
export const runAs = (owner: Owner | null, folder: string) => ({ ...owner, cwd: folder, env: { LC_ALL: 'C' } })

/** The name by which a program run so finds its folder: the owner may not be allowed through the folders above it,
 *  as in /root, but a process is always in its working folder. */
export const nameInside = (owner: Owner | null, folder: string): string =>
  owner && process.platform === 'linux' ? '/proc/self/cwd' : folder

function parseUser(line: string) {
  const [name, , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
