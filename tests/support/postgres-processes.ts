import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from '#providers/database/postgres.ts'
import { endServer, removeDatabase } from './postgres-folders.ts'
import { addPreparedDatabase } from './prepared-database.ts'

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65_534, gid: 65_534 }

/** Creates a folder for this test only. */
export function newFolder(owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }): string {
  const folder = mkdtempSync('/tmp/devstead-postgres-')
  chmodSync(folder, 0o755)
  chownSync(folder, owner.uid, owner.gid)
  onTestFinished(async () => {
    await endServer(folder)
    removeDatabase(folder)
  })
  return folder
}

/** Creates a folder with a database for this test only. */
export async function preparedFolder(): Promise<string> {
  const folder = newFolder()
  await addPreparedDatabase(folder)
  return folder
}

/** Starts the folder's server and stops it after the test. Runs with fsync off unless `settings` turns it on:
 *  tests kill processes, but never crash the machine. */
export async function start(dataDir: string, options: Partial<PostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({
    dataDir,
    log: pino({ level: 'silent' }),
    settings: { fsync: 'off' },
    ...options,
  })
  onTestFinished(() => server.stop())
  return server
}

/** Opens a pool of connections to the server and closes it after the test. */
export function open({ connection }: EmbeddedPostgres): Db {
  const db = connect({ ...connection, onError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

export interface Holder {
  pid: number
  /** Returns the number of the last acknowledged row. */
  written(): number
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts another process that opens the folder's database and, if `mode` is `write`, adds rows. */
export async function hold(dataDir: string, mode: 'write' | 'idle' = 'idle', user = {}): Promise<Holder> {
  const child = spawnHolder(dataDir, mode, user)
  let written = 0
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line === 'ready') resolve()
      else written = Number(line)
    })
    child.once('exit', () => reject(new Error('The process ended before it was ready.')))
  })
  await ready
  return { pid: child.pid!, written: () => written, kill: (signal) => kill(child, signal) }
}

/** Like `hold`, but does not wait until the process is ready. */
export function spawnHolder(dataDir: string, mode: string, user = {}): ChildProcess {
  const script = path.join(import.meta.dirname, 'postgres-holder.ts')
  const child = spawn(process.execPath, [script, dataDir, mode], { ...user, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => kill(child, 'SIGKILL'))
  return child
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
