import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { Connection } from './connection.ts'
import type { Cluster } from './cluster.ts'
import { DatabaseError, startFailure } from './failures.ts'
import { disownLockFile, isServing, type LockFile, readLockFile } from './lock-file.ts'
import { superuser } from './create-cluster.ts'
import { acquireLease, type Lease } from './lease.store.ts'
import { isOccupied, launch, type ServerProcess, type Settings } from './server.ts'

/** A running server and this process's lease on it. */
export interface Attachment {
  connection: Connection
  lock: LockFile
  lease: Lease
}

export interface AttachOptions {
  /** Settings for a server that must be started. */
  settings: () => Promise<Settings>
  log: Log
  signal: AbortSignal
  pollMs: number
}

/** Maximum time without any response. A server that reports that it is starting or stopping may take longer. */
const timeoutMs = 60_000

/** Attaches to the cluster's running server, or starts one. Waits for a server that is stopping. @throws DatabaseError
 *  */
export async function attach(cluster: Cluster, { settings, log, signal, pollMs }: AttachOptions): Promise<Attachment> {
  let started: ServerProcess | null = null
  let lastSignMs = performance.now()
  let fault: unknown
  while (performance.now() - lastSignMs < timeoutMs) {
    if (signal.aborted) started?.stop()
    signal.throwIfAborted()
    const lock = readLockFile(cluster)
    if (lock && (await isServing(cluster, lock))) {
      const attempt = await tryToAttach(cluster, lock)
      if ('lease' in attempt) return attempt
      fault = attempt.fault
      if (isBusy(fault)) lastSignMs = performance.now()
    } else if (!started) {
      if (lock) disownLockFile(cluster, lock)
      started = launch(cluster, await settings(), log)
    } else if (started.hasEnded()) {
      // Another process that used the server may have been the last to leave before this process had a lease.
      const canRestart = isOccupied(started.output()) || started.wasShutDown()
      if (!canRestart) throw startFailure(started.output(), cluster.folder)
      started = null
    }
    await sleep(pollMs)
  }
  throw new DatabaseError(`A database server is using ${cluster.folder} but does not respond.`, { cause: fault })
}

async function tryToAttach(cluster: Cluster, lock: LockFile): Promise<Attachment | { fault: unknown }> {
  if (!lock.port || !lock.host) return { fault: 'it is not listening yet' }
  const { host, port } = lock
  const password = cluster.password === null ? {} : { password: cluster.password }
  const connection = { host, port, user: superuser, database: superuser, ...password }
  try {
    return { connection, lock, lease: await acquireLease(connection) }
  } catch (fault) {
    return { fault }
  }
}

/** Whether the server is starting, recovering, or stopping. */
const isBusy = (fault: unknown) => fault instanceof Error && 'code' in fault && fault.code === '57P03'
