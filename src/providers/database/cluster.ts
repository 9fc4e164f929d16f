import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { damaged, DatabaseError, startFailure } from './failures.ts'
import { createCluster, passwordFile } from './create-cluster.ts'
import { type Owner, ownerOf } from './owner.ts'
import { findPackage, findPrograms, type Programs } from './programs.ts'

/** A database server's data folder and programs, and the user who runs the server. */
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
  /** Whether to skip waiting until data is on disk. For tests. */
  noSync: boolean
  /** The major version of PostgreSQL that created the cluster; by default, the current one. */
  major?: string | undefined
}

/** Opens the cluster in the `postgres` subfolder of the data folder, creating it if it does not exist. @throws
 *  DatabaseError */
export async function openCluster({ dataDir, isNetworked, noSync, major }: ClusterOptions): Promise<Cluster> {
  try {
    mkdirSync(dataDir, { recursive: true })
    const folder = path.join(realpathSync(dataDir), 'postgres')
    const owner = ownerOf([folder, dataDir])
    const programs = findPrograms(owner, path.dirname(folder), findPackage(major))
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
  const found = versionOf(folder)
  if (found === major) return
  const advice =
    Number(found) > Number(major)
      ? 'Start the newer version of the site that created it. To go back, rename that folder, then run "npm run devstead -- backup restore".'
      : 'Start the site to copy it.'
  throw new DatabaseError(
    `The database in ${folder} was created by PostgreSQL ${found}, but this version of the site includes PostgreSQL ${major}. ${advice}`,
  )
}

/** Returns the major version of PostgreSQL that created the cluster. @throws DatabaseError */
export function versionOf(folder: string): string {
  const file = path.join(folder, 'PG_VERSION')
  if (!existsSync(file)) throw new DatabaseError(damaged(folder, 'the file PG_VERSION is missing'))
  return readFileSync(file, 'utf8').trim()
}
