import type { ImportFiles } from './import-files.ts'
import type { ImportReport } from '#features/admin/imports/import-report.contract.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    importRunner: ImportRunner
  }
}

export interface ImportJob {
  /** The username of the member. */
  member: string
  /** The path of a file, or `bluesky:` and a handle. */
  source: string
  from: string | null
  isDryRun: boolean
}

/** Runs imports outside of this process. */
export interface ImportRunner {
  /** The files that members have uploaded. */
  files: ImportFiles
  /** Contains temporary folders for imports. */
  tempFolder: string
  maxBytes: number
  /** @throws ImportRefused if the source cannot be imported, Error if the process ends unexpectedly or `signal` aborts */
  run(job: ImportJob, options: { onProgress: Progress; signal: AbortSignal }): Promise<ImportReport>
  /** Ends all processes and rejects their runs. */
  stop(): void
}

export type Progress = (done: number, total: number) => void

/** The source cannot be imported. The message says why. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
