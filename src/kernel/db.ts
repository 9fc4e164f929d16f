import { createHash } from 'node:crypto'
import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import { type Pool, type PoolClient, types } from 'pg'
import { isUnavailable } from './database-errors.ts'
import { openPool, patientPool, type PoolOptions } from './pool.ts'
import { observeWrites } from './writes.ts'

/** The database as stores see it. SQL is written in the templates below; Kysely handles parameters, nesting, and
 *  transactions. */
export type Db = Kysely<unknown>
export type { Transaction }
export { sql }

types.setTypeParser(types.builtins.INT8, Number)

type Template<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

/** Returns the first row of the query, or null. Values become parameters: ``one<Row>(db)`select … where id = ${id}`
 *  ``. */
export const one =
  <Row>(db: Db): Template<Row | null> =>
  async (text, ...values) =>
    (await execute<Row>(db, text, values)).rows[0] ?? null

/** Returns all rows of the query. */
export const many =
  <Row>(db: Db): Template<Row[]> =>
  async (text, ...values) =>
    (await execute<Row>(db, text, values)).rows

/** Runs the statement. @returns the number of changed rows */
export const run =
  (db: Db): Template<number> =>
  async (text, ...values) =>
    Number((await execute(db, text, values)).numAffectedRows ?? 0)

const execute = <Row>(db: Db, text: TemplateStringsArray, values: unknown[]) => {
  const query = () => sql<Row>(text, ...values).execute(db)
  return db.isTransaction ? query() : afterConflicts(query)
}

/** Runs `work` in a transaction. Repeats `work` after a deadlock or a serialization failure, so it must have no other
 *  side effects. */
export const inTransaction = <T>(db: Db, work: (db: Transaction<unknown>) => Promise<T>): Promise<T> =>
  afterConflicts(() => db.transaction().execute(work))

/** Retries after deadlocks and serialization failures: PostgreSQL rolls back one of the transactions, which can then be
 *  retried. */
const afterConflicts = <T>(work: () => Promise<T>): Promise<T> => retried(work, isConflict, 5)

const isConflict = (reason: unknown) =>
  reason instanceof Error && 'code' in reason && /^40(P01|001)$/.test(String(reason.code))

/** Runs `work` again if its connection was lost, for example when the database restarts or fails over. `work` must only
 *  read: whether a lost statement took effect is unknown. */
export const retryRead = <T>(work: () => Promise<T>): Promise<T> => retried(work, isUnavailable, 3)

async function retried<T>(
  work: () => Promise<T>,
  isWorthwhile: (reason: unknown) => boolean,
  mostTries: number,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (reason) {
      if (tries === mostTries || !isWorthwhile(reason)) throw reason
    }
  }
}

export interface DbOptions extends PoolOptions {
  /** Uses named prepared statements, which are 2–4 times as fast. Not supported by transaction poolers. */
  preparedStatements?: boolean
  onError: (reason: Error) => void
  /** Called with the new pool. */
  onOpen?: (pool: Pool) => void
  /** Called after each statement with its duration. */
  onStatement?: (event: LogEvent) => void
  /** How long a query waits for an unreachable server, such as during a restart. */
  patienceMs?: number
}

/** Creates a pool, which opens connections on demand. `db.destroy()` closes them. */
export function connect(given: DbOptions): Db {
  const { preparedStatements = true, onError, onOpen, onStatement, patienceMs = 5000, ...options } = given
  const pool = openPool({ max: 7, ...options }, onError)
  onOpen?.(pool)
  if (preparedStatements) pool.on('connect', nameStatements).on('connect', joinBegin)
  pool.on('connect', observeWrites)
  const dialect = new PostgresDialect({ pool: patientPool(pool, patienceMs, options.breaker) })
  return new Kysely({ dialect, ...(onStatement && { log: onStatement }) })
}

/** Names the client's statements, so that PostgreSQL parses and plans each once per connection. */
function nameStatements(client: PoolClient): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (text: string, values: unknown[] = []) => query({ name: nameOf(text), text, values: [...values] }),
  })
}

/** Sends `begin` together with the first statement of a transaction, which saves a round trip. A connection's first
 *  transaction prepares `begin`. Kysely runs a transaction's statements one at a time. */
function joinBegin(client: PoolClient): void {
  const query: (text: string, values?: unknown[]) => Promise<unknown> = client.query.bind(client)
  let [isBeginDue, isBeginPrepared] = [false, false]
  let failure: unknown = null
  async function queryOrBegin(text: string, values?: unknown[]): Promise<unknown> {
    if (text === 'begin') {
      isBeginDue = true
      failure = null
      return { command: 'BEGIN', rowCount: null, rows: [] }
    }
    try {
      return await (isBeginDue ? queryFirst(text, values) : query(text, values))
    } catch (reason) {
      failure ??= reason
      // On a lost connection, the rollback fails too. Kysely would throw its error instead of the statement's.
      throw text === 'rollback' ? failure : reason
    }
  }
  async function queryFirst(text: string, values?: unknown[]): Promise<unknown> {
    isBeginDue = false
    if (text === 'commit' || text === 'rollback') return { command: text.toUpperCase(), rowCount: null, rows: [] }
    if (isBeginPrepared && nameOf(text)) return beginWith(text, values)
    await query('begin')
    isBeginPrepared = true
    return query(text, values)
  }
  /** The messages for `begin` have no Sync, so the server processes the statement before it responds to both. */
  function beginWith(text: string, values?: unknown[]): Promise<unknown> {
    const { connection } = client
    connection.stream.cork()
    try {
      connection.bind({ statement: beginName }, true)
      connection.execute({}, true)
      return query(text, values).then((results) => (Array.isArray(results) ? results.at(-1) : results))
    } finally {
      connection.stream.uncork()
    }
  }
  Object.assign(client, { query: queryOrBegin })
}

const maxNames = 2000
const names = new Map<string, string>()
// Matches `begin` and a single statement that reads or writes rows; migrations cannot be prepared.
const preparable = /^(?:begin|\s*(?:select|with|insert|update|delete)\b[^;]*)$/i

/** Returns the statement's name. Beyond the limit, statements get no name, because the server keeps named statements
 *  for as long as the connection exists. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames || !preparable.test(text)) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

const beginName = nameOf('begin')
