import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, sql } from '#kernel/db.ts'
import { withDatabase } from '../seed.ts'
import type { SizeRequest } from './requests.ts'
import { invalidate, sample, type SizedSite } from './sites.ts'

/** A statement as the database has run it. */
export interface LoggedStatement {
  ms: number
  /** The statement's text and its plan with row counts and times. */
  plan: string
}

/** Sends each request once. @returns its statements, slowest first */
export const statementsOf = (
  sized: SizedSite,
  requests: Pick<SizeRequest, 'caller' | 'path'>[],
): Promise<LoggedStatement[][]> =>
  withDatabase(sized.site.dataDir, async (db) => {
    await logPlans(db, '0')
    const found: LoggedStatement[][] = []
    try {
      for (const request of requests) {
        await invalidate(db)
        const from = logSize(sized)
        await sample(sized, request)
        await sleep(settleMs)
        found.push(statementsIn(logAfter(sized, from)))
      }
      return found
    } finally {
      await logPlans(db, '-1')
    }
  })

/** The time until the log file is complete. */
const settleMs = 60

async function logPlans(db: Db, minMs: string): Promise<void> {
  await sql`alter system set auto_explain.log_min_duration = ${sql.lit(minMs)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await sleep(10 * settleMs)
}

const logFile = ({ site }: SizedSite) => path.join(site.dataDir, 'postgres/log/postgresql.json')

const logSize = (sized: SizedSite): number => fs.statSync(logFile(sized)).size

function logAfter(sized: SizedSite, from: number): string[] {
  const file = fs.openSync(logFile(sized), 'r')
  try {
    const bytes = Buffer.alloc(logSize(sized) - from)
    fs.readSync(file, bytes, 0, bytes.length, from)
    return bytes.toString().split('\n').filter(Boolean)
  } finally {
    fs.closeSync(file)
  }
}

function statementsIn(lines: string[]): LoggedStatement[] {
  const statements = lines.flatMap((line): LoggedStatement[] => {
    const message = messageIn(line)
    const found = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message)
    return found ? [{ ms: Number(found[1]), plan: found[2]! }] : []
  })
  return statements.toSorted((a, b) => b.ms - a.ms)
}

/** The first and the last line may be incomplete. */
function messageIn(line: string): string {
  try {
    const { message = '' }: { message?: string } = JSON.parse(line)
    return message
  } catch {
    return ''
  }
}
