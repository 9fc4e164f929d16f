import { createRequire } from 'node:module'
import { pino, type Logger } from 'pino'
import type pretty from 'pino-pretty'
import type { AppError } from './errors.ts'
import { traceFields } from './trace.ts'

export type Log = Logger
export interface LogOptions {
  level: string
  format: 'json' | 'pretty'
  /** Default: standard output. */
  destination?: 'stdout' | 'stderr'
}

/** Fields that are removed from log entries. */
const redact = ['password', '*.password', 'authorization', '*.authorization', '*.refresh_token', '*.access_token']

/** Creates a structured log: one JSON object per line, or human-readable lines. Text in entries cannot start new lines
 *  or control the terminal. Entries contain the ids of the request and the job that logged them. */
export function createLog({ level, format, destination = 'stdout' }: LogOptions): Log {
  const fd = destination === 'stderr' ? 2 : 1
  const options = { level, redact, base: null, mixin: traceFields }
  return format === 'pretty'
    ? pino(
        { ...options, hooks: { streamWrite: (line) => escaped(line, '\\\\u') } },
        loadPretty()({ ...forPeople, destination: fd }),
      )
    : pino({ ...options, hooks: { streamWrite: (line) => escaped(line, '\\u') } }, pino.destination(fd))
}

/** Logs internal errors with their stack traces. Logs failures in other services as warnings. Does not log callers'
 *  errors. */
export function logFault(log: Log, error: AppError, message: string, fields: object = {}): void {
  const details = { ...fields, err: error.cause ?? error }
  if (error.code === 'internal') log.error(details, message)
  else if (error.status >= 500) log.warn(details, `${message}: ${error.message}`)
}

/** Loads the formatter only when it is used: most servers log JSON. */
const loadPretty = (): typeof pretty => createRequire(import.meta.url)('pino-pretty')

const forPeople: pretty.PrettyOptions = {
  ignore: 'pid,hostname',
  translateTime: 'SYS:HH:MM:ss',
  sync: true,
  messageFormat: ({ msg }) => (typeof msg === 'string' ? escaped(msg, '\\u') : ''),
}

/** Escapes control characters except a final line break. JSON does not escape control characters beyond U+007E. */
const escaped = (text: string, prefix: string): string =>
  text.replaceAll(/(?!\n$)[\p{Cc}\u2028\u2029]/gu, (sign) => prefix + sign.charCodeAt(0).toString(16).padStart(4, '0'))
