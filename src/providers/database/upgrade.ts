import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import { versionOf } from './cluster.ts'
import { syncFolder } from './create-cluster.ts'
import { DatabaseError, startFailure } from './failures.ts'
import { isShared, recreateDatabase, withUpgradeLock } from './lease.store.ts'
import { ownerOf } from './owner.ts'
import { type Connection, type EmbeddedPostgres, type PostgresOptions, startPostgres } from './postgres.ts'
import { findPackage, type ProgramPackage } from './programs.ts'

/** Copies the site's database to an empty database on another server, and compares the two. */
export type CopyDatabase = (from: Connection, to: Connection) => Promise<void>

export interface UpgradingOptions extends PostgresOptions {
  copy: CopyDatabase
}

/** How long the folder of an earlier version of PostgreSQL is kept. */
const keptDays = 14
const dayMs = 24 * 60 * 60 * 1000

/** Like `startPostgres`, but first copies a database that was created by an earlier version of PostgreSQL. The copy is
 *  made next to it; the folders are renamed at the end, so that an upgrade can fail or be killed at any time. The
 *  earlier folder stays as `postgres-17` for two weeks. @throws DatabaseError */
export async function startUpgraded(options: UpgradingOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const places = placesIn(realpathSync(options.dataDir))
  const current = majorOf(findPackage())
  if (isOld(places, current) || isCopied(places)) await upgrade(options, places, current)
  const server = await startPostgres(options)
  removeLeftovers(places, options.log)
  return server
}

/** An upgrade's folders. The copy is complete once the cluster's folder has been moved away. */
interface Places {
  dataDir: string
  /** The site's cluster. */
  cluster: string
  /** The data folder for the copy, which is a separate cluster until it is complete. */
  work: string
  copy: string
}

function placesIn(dataDir: string): Places {
  const work = path.join(dataDir, 'postgres-upgrade')
  return { dataDir, cluster: path.join(dataDir, 'postgres'), work, copy: path.join(work, 'postgres') }
}

const majorOf = ({ version }: ProgramPackage): string => version.split('.')[0]!
const isOld = ({ cluster }: Places, current: string): boolean =>
  existsSync(cluster) && Number(versionOf(cluster)) < Number(current)
/** Reports whether the earlier cluster has been moved away, so that only the copy remains to be moved into place. */
const isCopied = ({ cluster, copy }: Places): boolean => !existsSync(cluster) && existsSync(copy)

async function upgrade(options: UpgradingOptions, places: Places, current: string): Promise<void> {
  if (existsSync(places.cluster)) {
    const versions = { earlier: versionOf(places.cluster), current }
    try {
      await copyOnce(options, places, versions)
    } catch (reason) {
      if (!existsSync(lockFileIn(places))) rmSync(places.work, { recursive: true, force: true })
      throw explained(reason, places, versions)
    }
  }
  await putCopyInPlace(options, places)
  options.log.info(`the database now uses PostgreSQL ${current}; the earlier files are deleted after ${keptDays} days`)
}

interface Versions {
  earlier: string
  current: string
}

/** Processes that start at the same time share the copy's server. The first one makes the copy. */
async function copyOnce(options: UpgradingOptions, places: Places, versions: Versions): Promise<void> {
  requirePrograms(places, versions)
  createWorkFolder(places)
  const target = await startPostgres({ ...options, dataDir: places.work })
  try {
    await withUpgradeLock(target.connection, async () => {
      if (isOld(places, versions.current)) await copyCluster(options, places, versions, target.connection)
    })
  } finally {
    await target.stop()
  }
}

/** Copies the cluster, and moves it away once it has been copied and its server has stopped. */
async function copyCluster(
  { copy, ...options }: UpgradingOptions,
  { cluster, dataDir }: Places,
  { earlier, current }: Versions,
  target: Connection,
): Promise<void> {
  options.log.info(`copying the database from PostgreSQL ${earlier} to ${current}`)
  const source = await startPostgres({ ...options, major: earlier })
  try {
    if (await isShared(source.connection)) throw new DatabaseError(stillRunning(cluster))
    await recreateDatabase(target)
    await copy(source.connection, target)
  } finally {
    await source.stop()
  }
  if (existsSync(path.join(cluster, 'postmaster.pid'))) throw new DatabaseError(stillRunning(cluster))
  const now = new Date()
  utimesSync(cluster, now, now)
  renameSync(cluster, freeName(path.join(dataDir, `postgres-${earlier}`)))
  syncFolder(dataDir)
}

/** Moves the copy into place after its server has stopped. Stops the server if a killed process left it running. */
async function putCopyInPlace(options: UpgradingOptions, places: Places): Promise<void> {
  for (let waitedMs = 0; isCopied(places) && existsSync(lockFileIn(places)); waitedMs += pollMs) {
    if (waitedMs % orphanAfterMs === orphanAfterMs - pollMs)
      await (await startPostgres({ ...options, dataDir: places.work })).stop()
    await sleep(pollMs)
  }
  try {
    if (isCopied(places)) renameSync(places.copy, places.cluster)
  } catch (reason) {
    // Another process may have moved it first.
    if (!existsSync(places.cluster)) throw reason
  }
  syncFolder(places.dataDir)
}

const pollMs = 20
const orphanAfterMs = 5000
const lockFileIn = ({ copy }: Places): string => path.join(copy, 'postmaster.pid')

/** Creates the folder with the same owner as the cluster, so that the copy's server runs as the same user. */
function createWorkFolder({ work, cluster }: Places): void {
  const owner = ownerOf([cluster])
  if (mkdirSync(work, { recursive: true, mode: 0o700 }) && owner) chownSync(work, owner.uid, owner.gid)
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}.${number}`
    if (!existsSync(free)) return free
  }
}

/** Deletes what upgrades leave behind: earlier versions' folders after two weeks, and the copy's data folder. */
function removeLeftovers({ dataDir, work }: Places, log: Log): void {
  rmSync(work, { recursive: true, force: true })
  for (const name of readdirSync(dataDir).filter((entry) => /^postgres-\d+(?:\.\d+)?$/.test(entry))) {
    const folder = path.join(dataDir, name)
    if (Date.now() - statSync(folder).mtimeMs < keptDays * dayMs) continue
    rmSync(folder, { recursive: true, force: true })
    log.info({ folder }, 'deleted the database of an earlier version of PostgreSQL')
  }
}

/** @throws DatabaseError if the earlier version's programs are not installed */
function requirePrograms({ cluster }: Places, { earlier, current }: Versions): void {
  try {
    findPackage(earlier)
  } catch (cause) {
    throw new DatabaseError(
      `The database in ${cluster} was created by PostgreSQL ${earlier}. This version of the site includes PostgreSQL ${current}, but not the PostgreSQL ${earlier} programs needed to copy it. Start the previous version of the site, run "npm run devstead -- backup create", stop it, and rename ${cluster}. Then run "npm run devstead -- backup restore" with this version.`,
      { cause },
    )
  }
}

const stillRunning = (cluster: string): string =>
  `The previous version of the site is still running and uses the database in ${cluster}, which must be copied to a new version of PostgreSQL. Stop it, then start the site again. Nothing was changed.`

function explained(reason: unknown, { cluster, dataDir }: Places, { earlier, current }: Versions): unknown {
  if (reason instanceof DatabaseError) return reason
  const message = reason instanceof Error ? reason.message : String(reason)
  if (/No space left|ENOSPC|Disk quota|EDQUOT/.test(message)) return startFailure(message, dataDir)
  return new DatabaseError(
    `The database in ${cluster} could not be copied from PostgreSQL ${earlier} to ${current}: ${message.replace(/\.$/, '')}. Nothing was changed: the previous version of the site can still use it.`,
    { cause: reason },
  )
}
