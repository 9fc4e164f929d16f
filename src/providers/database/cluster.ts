import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { damaged, DatabaseError, startFailure } from './failures.ts'
import { createCluster, passwordFile } from './create-cluster.ts'
import { type Owner, ownerOf } from './owner.ts'
import { findPrograms, type Programs } from './programs.ts'

/** The data folder of a database server, with the user who runs it and its programs. */
export interface Cluster {
  folder: string
  /** Identifies this cluster's server in process lists. */
  name: string
  owner: Owner | null
  programs: Programs
  /** Null if the server listens on a socket that only the owner can reach. */
  password: string | null
}

export interface ClusterOptions {
  dataDir: string
  /** Whether the server listens on a loopback port and therefore needs a password. */
  isNetworked: boolean
  /** Whether to skip waiting until data is on the disk. For tests. */
  noSync: boolean
}

/** Opens the cluster in the `postgres` subfolder of the data folder, creating it if it does not exist. @throws
 *  DatabaseError */
export async function openCluster({ dataDir, isNetworked, noSync }: ClusterOptions): Promise<Cluster> {
  try {
    mkdirSync(dataDir, { recursive: true })
    const folder = path.join(realpathSync(dataDir), 'postgres')
    const owner = ownerOf([folder, dataDir])
    const programs = findPrograms(owner, path.dirname(folder))
    const name = `devstead-${createHash('sha1').update(folder).digest('hex').slice(0, 12)}`
    if (!existsSync(folder)) await createCluster({ folder, owner, programs, isNetworked, noSync })
    checkVersion(folder, programs)
    return { folder, name, owner, programs, password: isNetworked ? readFileSync(passwordFile(folder), 'utf8') : null }
  } catch (reason) {
    if (reason instanceof DatabaseError) throw reason
    throw startFailure(String(reason), dataDir)
  }
}

function checkVersion(folder: string, { major }: Programs): void {
  const file = path.join(folder, 'PG_VERSION')
  if (!existsSync(file)) throw new DatabaseError(damaged(folder, 'the file PG_VERSION is missing'))
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return
  throw new DatabaseError(
    `The database in ${folder} was created by PostgreSQL ${found}, but this version of the site includes PostgreSQL ${major}. Export it with the version that created it, or set DATABASE_URL to a server that has the data.`,
  )
}
