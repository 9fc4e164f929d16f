import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { BackupError } from '#features/admin/backups/backup-error.ts'
import type { BackupRunner, FinishedBackup } from '#features/admin/backups/backup-runner.ts'
import type { BackupReason } from '#features/admin/backups/manifest.contract.ts'
import type { VerifiedBackup } from '#features/admin/backups/verify-backup.ts'
import { leanFlags } from '../../scripts/lean-flags.mjs'
import { connectionForChild } from './child-connection.ts'
import type { Config } from './config.ts'

/** What the child process does. */
export type BackupWork =
  | { type: 'create'; reason: BackupReason; now: Date }
  | { type: 'verify'; id: string }
  | { type: 'prune' }

/** What the child process gets. */
export interface BackupTask {
  config: Config
  connection: PoolConfig | null
  work: BackupWork
}
/** What the child process sends. */
export type BackupMessage =
  | { type: 'done'; result: FinishedBackup | VerifiedBackup | string[] }
  /** The operator can do something about it. */
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string }

const script = path.join(import.meta.dirname, 'backup-child.ts')
const graceMs = 5000

/** Runs each backup in a child process with a low priority, so that it neither delays requests nor shares memory with
 *  them. */
export function createBackupRunner(config: Config, connection: PoolConfig): BackupRunner {
  const running = new Set<ChildProcess>()

  async function run<Result extends FinishedBackup | VerifiedBackup | string[]>(work: BackupWork): Promise<Result> {
    const child = fork(script, {
      execArgv: [...leanFlags],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    running.add(child)
    try {
      const outcome = outcomeOf(child)
      child.send({ config, connection: connectionForChild(config, connection), work } satisfies BackupTask)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child answers what it was asked for
      return (await outcome) as Result
    } finally {
      running.delete(child)
    }
  }

  return {
    isNightly: config.backups.isNightly,
    create: (reason, now) => run<FinishedBackup>({ type: 'create', reason, now }),
    verify: (id) => run<VerifiedBackup>({ type: 'verify', id }),
    prune: () => run<string[]>({ type: 'prune' }),
    stop: () => running.forEach(end),
  }
}

/** Ends the process, forcibly if it does not end by itself. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  child.once('exit', () => clearTimeout(timer))
}

function outcomeOf(child: ChildProcess): Promise<FinishedBackup | VerifiedBackup | string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<FinishedBackup | VerifiedBackup | string[]>()
  let last: BackupMessage | null = null
  child.on('message', (message: BackupMessage) => (last = message))
  child.on('error', reject)
  child.on('close', (code, signal) => {
    if (last?.type === 'done') resolve(last.result)
    else if (last?.type === 'refused') reject(new BackupError(last.message))
    else reject(new Error(last?.type === 'failed' ? last.message : `The backup process ended: ${signal ?? code}.`))
  })
  return promise
}
