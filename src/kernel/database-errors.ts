/** A statement timed out. Its connection is destroyed, and whether the statement took effect is unknown. */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseTimeout'

  constructor() {
    super('The database did not respond in time')
  }
}

/** The database is known to be unresponsive, so callers do not wait for it. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor() {
    super('The database is not responding')
  }
}

// Node's connection errors, and PostgreSQL's 08 (connection), 53 (resources), 57014 (canceled), 57P (shutting down,
// starting up), 25006 (read-only, as a standby is), 25P03 and 25P04 (a transaction took too long), 40001 and 40P01
// (a serialization failure or a deadlock), 55P03 (a lock took too long).
const transientCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|53|57014|57P|25006|25P0[34]|40001|40P01|55P03)/
// Errors from `pg` and Kysely that have no code.
const transientMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after|driver has already been destroyed|Postgres connection has been discarded)|is not queryable$/
const awayCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|0800[0136])$/

/** Reports whether a retry may succeed, so that the response is 503 instead of 500. */
export const isTransientFault = (reason: unknown): boolean =>
  reason instanceof DatabaseTimeout ||
  reason instanceof DatabaseUnavailable ||
  isMissingSocket(reason) ||
  transientCodes.test(codeOf(reason)) ||
  (reason instanceof Error && transientMessages.test(reason.message))

/** Reports whether the error means that the database is unreachable, in which case reconnecting may help. */
export const isUnavailable = (reason: unknown): boolean =>
  isMissingSocket(reason) ||
  awayCodes.test(codeOf(reason)) ||
  (reason instanceof Error && reason.message.startsWith('Connection terminated'))

/** Reports whether the database accepted a connection but did not respond. */
export const isTimeout = (reason: unknown): boolean =>
  reason instanceof DatabaseTimeout || (reason instanceof Error && reason.message === 'timeout expired')

/** Reports whether the server's disk is full. */
export const isDiskFull = (reason: unknown): boolean => codeOf(reason) === '53100'

/** Reports whether a write was rejected because the server is read-only, such as a standby. */
export const isReadOnly = (reason: unknown): boolean => codeOf(reason) === '25006'

const codeOf = (reason: unknown): string => (reason instanceof Error && 'code' in reason ? String(reason.code) : '')

// ENOENT from a system call such as connect means that a socket or host name is missing; any other missing file is a
// bug.
const isMissingSocket = (reason: unknown): boolean =>
  reason instanceof Error &&
  'syscall' in reason &&
  ((codeOf(reason) === 'ENOENT' && reason.syscall === 'connect') ||
    (/^(ENOTFOUND|EAI_AGAIN)$/.test(codeOf(reason)) && reason.syscall === 'getaddrinfo'))
