import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { importFilesIn } from '#features/admin/import-runs/import-files.ts'
import { importFilesInBucket } from '#features/admin/import-runs/import-files-in-bucket.ts'
import { type ImportJob, ImportRefused, type ImportRunner } from '#features/admin/import-runs/import-runner.ts'
import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { leanFlags } from '../../scripts/lean-flags.mjs'
import { connectionForChild } from './child-connection.ts'
import type { Config } from './config.ts'
import { importFolders } from './import-folders.ts'

/** The message sent to the child process. */
export interface ChildTask {
  config: Config
  connection: PoolConfig | null
  job: ImportJob
}
/** A message from the child process. */
export type ChildMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; report: ImportReport }
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string }

const script = path.join(import.meta.dirname, 'import-child.ts')
/** How long a child process may take to finish its current item and delete temporary files. */
const graceMs = 5000

interface Services {
  connection: PoolConfig
  /** Null if files are stored on this machine. */
  bucket: Bucket | null
}

/** Runs each import in a child process with the code of the command line, so that reading a large file neither delays
 *  requests nor shares memory with them. */
export function createImportRunner(config: Config, { connection, bucket }: Services): ImportRunner {
  const running = new Set<ChildProcess>()
  const { folder, tempFolder } = importFolders(config)
  return {
    files: bucket ? importFilesInBucket(bucket, folder) : importFilesIn(folder),
    tempFolder,
    maxBytes: config.importMaxBytes,
    async run(job, { onProgress, signal }) {
      signal.throwIfAborted()
      const child = fork(script, {
        execArgv: [...leanFlags],
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      running.add(child)
      const stop = () => end(child)
      signal.addEventListener('abort', stop)
      try {
        const outcome = outcomeOf(child, onProgress)
        child.send({ config, connection: connectionForChild(config, connection), job } satisfies ChildTask)
        return await outcome
      } finally {
        running.delete(child)
        signal.removeEventListener('abort', stop)
      }
    },
    stop: () => running.forEach(end),
  }
}

/** Stops the process, forcibly if it does not exit on its own. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  child.once('exit', () => clearTimeout(timer))
}

function outcomeOf(child: ChildProcess, onProgress: (done: number, total: number) => void): Promise<ImportReport> {
  const { promise, resolve, reject } = Promise.withResolvers<ImportReport>()
  let last: ChildMessage | null = null
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else last = message
  })
  child.on('error', reject)
  child.on('close', (code, signal) => {
    if (last?.type === 'done') resolve(last.report)
    else if (last?.type === 'refused') reject(new ImportRefused(last.message))
    else
      reject(
        new Error(
          last?.type === 'failed' ? last.message : `The import process exited unexpectedly: ${signal ?? code}.`,
        ),
      )
  })
  return promise
}
