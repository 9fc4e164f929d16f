import type { LogEvent } from 'kysely'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { currentTrace } from './trace.ts'

export interface StatementObserverOptions {
  metrics: Pick<Metrics, 'statementEnded' | 'statementWasSlow'>
  log: Log
  /** Statements that take at least this long are logged; 0 logs none. */
  slowMs: number
}

const maxTextLength = 2000

/** Returns a function that measures statements and logs slow ones, without their values. */
export const observeStatements =
  ({ metrics, log, slowMs }: StatementObserverOptions) =>
  ({ query, queryDurationMillis: ms }: Pick<LogEvent, 'queryDurationMillis'> & { query: { sql: string } }): void => {
    metrics.statementEnded(ms / 1000)
    if (slowMs === 0 || ms < slowMs) return
    metrics.statementWasSlow()
    const statement = query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)
    log.warn({ ms: Math.round(ms), endpoint: currentTrace()?.endpoint, statement }, 'slow statement')
  }
