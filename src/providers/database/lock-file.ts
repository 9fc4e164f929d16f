import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { commandOf, isAlive } from './processes.ts'

/** What a server says of itself in `postmaster.pid` in its folder. */
export interface LockFile {
  pid: number
  port: number
  /** The folder of its socket, or the address it listens on. */
  host: string
}

/** The lock file of the cluster; null when there is none, so that no server runs. Source: PostgreSQL, miscadmin.h */
export function readLockFile({ folder }: Cluster): LockFile | null {
  const [pid, , , port, socketFolder, address] = readText(lockFileIn(folder))?.split('\n') ?? []
  return pid ? { pid: Number(pid), port: Number(port), host: socketFolder || (address ?? '') } : null
}

/** Whether the process that the lock file names is this cluster's server, and not another program that has been given
 *  the id of a dead one. */
export async function isServing({ folder, name }: Cluster, { pid }: LockFile): Promise<boolean> {
  const command = await commandOf(pid)
  if (!command?.includes('postgres')) return false
  return process.platform === 'win32' || command.includes(`cluster_name=${name} `) || command.includes(` ${folder} `)
}

/** Makes PostgreSQL overlook the lock files of a dead server whose process id another program has now, which it takes
 *  for that server. `postmaster.pid` must stay: by it PostgreSQL finds other parts of the dead server that still run.
 *  It is given this process's id, since PostgreSQL knows that its parent is no server. */
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
