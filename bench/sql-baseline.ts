import { startBare } from './bare.ts'
import { durationsMs } from './duration.ts'
import { median, msOf, p95, type Row } from './row.ts'

/** An API call and the simplest SQL that reads the same rows. */
export interface SqlComparison {
  name: string
  url: string
  sql: string
  values: string[]
  /** The maximum allowed ratio. */
  atMost: number
}

const rounds = 100

/** Compares the median duration of each API call with that of its SQL, which a bare server sends to the same database.
 *  The two take turns. */
export async function compareWithSql(databaseUrl: string, comparisons: SqlComparison[]): Promise<Row[]> {
  const bare = await startBare('bare-sql-server.ts', databaseUrl)
  const rows: Row[] = []
  try {
    for (const { name, url, sql, values, atMost } of comparisons) {
      const query = new URLSearchParams([['sql', sql], ...values.map((value) => ['value', value])])
      const [calls, bareCalls] = await durationsMs([url, `${bare.url}/?${query.toString()}`], rounds)
      const [ms, bareMs] = [median(calls!), median(bareCalls!)]
      rows.push({
        name: `${name}, p50 as a multiple of bare SQL`,
        value: ms / bareMs,
        limit: { atMost },
        info: `${msOf(ms, bareMs)}; p95 ${p95(calls!).toFixed(1)} ms`,
      })
    }
    return rows
  } finally {
    bare.stop()
  }
}
