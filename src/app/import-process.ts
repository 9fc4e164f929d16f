import path from 'node:path'
import type { PoolConfig } from 'pg'
import { importFilesIn } from '#features/admin/import-runs/import-files.ts'
import { importFilesInBucket } from '#features/admin/import-runs/import-files-in-bucket.ts'
import { type ImportJob, ImportRefused, type ImportRunner } from '#features/admin/import-runs/import-runner.ts'
import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { connectionForChild } from './child-connection.ts'
import { createChildProcesses } from './child-process.ts'
import type { Config } from './config.ts'
import { importFolders } from './import-folders.ts'

/** The message sent to the child process. */
export interface ImportTask {
  config: Config
  connection: PoolConfig | null
  job: ImportJob
}

interface Services {
  connection: PoolConfig
  /** Null if files are stored on this machine. */
  bucket: Bucket | null
}

/** Runs each import in a child process with the same code as the command line. */
export function createImportRunner(config: Config, { connection, bucket }: Services): ImportRunner {
  const { folder, tempFolder } = importFolders(config)
  const processes = createChildProcesses<ImportTask>({
    script: path.join(import.meta.dirname, 'import-child.ts'),
    name: 'import',
    refused: (message) => new ImportRefused(message),
  })
  return {
    files: bucket ? importFilesInBucket(bucket, folder) : importFilesIn(folder),
    tempFolder,
    maxBytes: config.importMaxBytes,
    run: (job, options) =>
      processes.run<ImportReport>({ config, connection: connectionForChild(config, connection), job }, options),
    stop: processes.stop,
  }
}
