import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect, type Db } from '#kernel/db.ts'
import { superuser } from '#providers/database/create-cluster.ts'
import { isRunning, serverPid, until } from '#tests/support/postgres-folders.ts'
import { childrenOf } from '../../../bench/process.ts'

/** Returns the process and everything that it has started. */
export function treeOf(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(treeOf)]
  } catch {
    return [] // It has ended.
  }
}

export function postmasterOf(dataDir: string): number {
  const pid = serverPid(dataDir)
  if (pid === null) throw new Error('The database is not running.')
  return pid
}

/** Kills the processes and waits until they have ended. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signalTo(pid, 'SIGKILL')
  await until(async () => (await Promise.all(pids.map(isRunning))).every((runs) => !runs), 'the processes have ended')
}

/** Sends the signal, unless the process has ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** Opens the embedded database of a running site for `work`, but unlike the site itself, does not keep the database
 *  running. */
export async function withRunningDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const [, , , port, host] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const db = connect({
    host: host!,
    port: Number(port),
    user: superuser,
    database: superuser,
    max: 1,
    onError: () => {},
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
