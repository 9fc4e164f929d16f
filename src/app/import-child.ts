import { SourceError } from '#features/admin/imports/source-site.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { recordTexts } from '#kernel/trace.ts'
import { connectionOf } from '#providers/database/database-url.ts'
import { connectionInChild } from './child-connection.ts'
import { failureOf, send } from './child-messages.ts'
import type { ImportTask } from './import-process.ts'
import { runImport } from './run-import.ts'

// The child process of one import; see `import-process.ts`.

const progressMs = 200
const graceMs = 5000
const stopping = new AbortController()

process.once('message', (task: ImportTask) => void work(task))
process.on('SIGTERM', () => stopping.abort())
process.on('SIGINT', () => stopping.abort())
// The parent is gone, so the job will be retried elsewhere.
process.on('disconnect', () => {
  stopping.abort()
  setTimeout(() => process.exit(1), graceMs).unref()
})

async function work({ config, connection: sent, job }: ImportTask): Promise<void> {
  const log = createLog({ ...config.log, level: 'error' })
  const connection = connectionInChild(config, sent)
  const pooler = config.database?.pooled ? connectionOf(config.database.url) : null
  const db = connect({
    ...(pooler ?? connection),
    isDirect: !pooler,
    preparedStatements: !pooler,
    statementLimitMs: config.databaseTimeoutMs,
    onError: ({ message }) => log.warn({ reason: message }, 'lost a database connection'),
  })
  try {
    const options = { ...job, onProgress: createProgress(), signal: stopping.signal }
    // The report is shown in the languages of its readers.
    const result = await recordTexts(() => runImport(config, { db, connection }, log, options))
    await send({ type: 'done', result })
  } catch (reason) {
    await send(failureOf(reason, reason instanceof SourceError))
  } finally {
    await db.destroy()
    if (process.connected) process.disconnect()
  }
}

/** Returns a function that reports the progress a few times per second. */
function createProgress() {
  let nextMs = 0
  return (done: number, total: number): void => {
    const nowMs = performance.now()
    if (nowMs < nextMs && done < total) return
    nextMs = nowMs + progressMs
    void send({ type: 'progress', done, total })
  }
}
