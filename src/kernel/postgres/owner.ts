import { readFileSync, statSync } from 'node:fs'

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
  const candidates = [
    ...owners.map((uid) => users.find((user) => user.uid === uid && uid !== 0)),
    users.find(({ name }) => name === 'postgres'),
    users.find(({ name }) => name === 'nobody'),
  ]
  const owner = candidates.find((user) => user !== undefined)
  if (!owner) throw new Error('PostgreSQL does not run as root: please start as an ordinary user')
  return { uid: owner.uid, gid: owner.gid }
}

function parseUser(line: string) {
  const [name, , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
