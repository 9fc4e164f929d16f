import { execFile, spawn } from 'node:child_process'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '#kernel/log.ts'
import type { Cluster } from './cluster.ts'
import { isServing, type LockFile } from './lock-file.ts'
import { nameInside, runAs } from './owner.ts'

export type Settings = Record<string, string>

/** A server process started by this process. */
export interface ServerProcess {
  hasEnded(): boolean
  /** Reports whether the server has ended because a process shut it down, not because it failed. */
  wasShutDown(): boolean
  /** The end of the server's error output. */
  output(): string
  stop(): void
}

const maxOutput = 16_000
const always: Settings = {
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // The site itself logs failed statements.
  log_min_messages: 'log',
  max_connections: '200',
  // The system caches the same files, and memory is scarce on small machines.
  shared_buffers: '48MB',
  // Parallel queries require shared memory, which is scarce in containers, and pages should need only short queries
  // anyway.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
}

/** Starts the server in its own process group, because Ctrl-C in the terminal must reach the site first. */
export function launch({ folder, name, owner, programs }: Cluster, settings: Settings, log: Log): ServerProcess {
  const flags = Object.entries({ ...always, ...settings, cluster_name: name })
  const child = spawn(
    programs.postgres,
    ['-D', nameInside(owner, folder), ...flags.flatMap(([setting, value]) => ['-c', `${setting}=${value}`])],
    { ...runAs(owner, folder), stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true },
  )
  let output = ''
  let ended = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutput)
    log.debug({ postgres: text.trim() }, 'database')
  })
  child.on('error', (reason) => {
    output += String(reason)
    ended = true
  })
  child.on('close', () => (ended = true))
  // Another process may keep using the server when this one exits.
  child.unref()
  if (child.stderr instanceof net.Socket) child.stderr.unref()
  return {
    hasEnded: () => ended,
    wasShutDown: () => ended && child.exitCode === 0,
    output: () => output,
    stop: () => void child.kill('SIGINT'),
  }
}

/** Reports whether another server uses the folder or the address, because it is still stopping or was started first. */
export const isOccupied = (output: string): boolean =>
  /lock file .* already exists|pre-existing shared memory block|is already in use|could not bind/.test(output)

/** Runs PostgreSQL's fast shutdown, which rolls back open transactions, and waits until the server has ended. */
export async function shutDown(cluster: Cluster, lock: LockFile, pollMs: number): Promise<void> {
  if (!(await isServing(cluster, lock))) return
  // On Windows, a signal would kill the process immediately.
  if (process.platform === 'win32')
    await promisify(execFile)(cluster.programs.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast', '-w'])
  else process.kill(lock.pid, 'SIGINT')
  while (await isServing(cluster, lock)) await sleep(pollMs)
}
