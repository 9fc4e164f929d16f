import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from '#kernel/is-alive.ts'
import type { Cluster } from './cluster.ts'
import { commandOf } from './processes.ts'

/** Contents of `postmaster.pid`, which a server writes to its data folder. */
export interface LockFile {
  pid: number
  port: number
  /** The socket's folder, or the address that the server listens on. */
  host: string
}

/** Returns the cluster's lock file, or null if no server is running. Source: PostgreSQL, miscadmin.h */
export function readLockFile({ folder }: Cluster): LockFile | null {
  const [pid, , , port, socketFolder, address] = readText(lockFileIn(folder))?.split('\n') ?? []
  return pid ? { pid: Number(pid), port: Number(port), host: socketFolder || (address ?? '') } : null
}

/** Reports whether the process in the lock file is this cluster's server, not another program that has reused the
 *  process id of a dead server. */
export async function isServing({ folder, name }: Cluster, { pid }: LockFile): Promise<boolean> {
  const command = await commandOf(pid)
  if (!command?.includes('postgres')) return false
  return process.platform === 'win32' || command.includes(`cluster_name=${name} `) || command.includes(` ${folder} `)
}

/** Makes PostgreSQL ignore the lock files of a dead server whose process id is now used by another program.
 *  `postmaster.pid` must remain, because PostgreSQL uses it to find the dead server's other processes. It gets this
 *  process's id, because PostgreSQL knows that its parent is not a server. */
export function disownLockFile({ folder }: Cluster, { pid, host, port }: LockFile): void {
  if (!isAlive(pid)) return
  const socketLock = path.join(host, `.s.PGSQL.${port}.lock`)
  if (host.startsWith('/') && readText(socketLock)?.startsWith(`${pid}\n`)) rmSync(socketLock)
  const text = readText(lockFileIn(folder))
  if (text?.startsWith(`${pid}\n`)) writeFileSync(lockFileIn(folder), text.replace(/^\d+/, String(process.pid)))
}

const lockFileIn = (folder: string) => path.join(folder, 'postmaster.pid')

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT') return null
    throw reason
  }
}
