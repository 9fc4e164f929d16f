import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { AppError } from './errors.ts'

export type Log = Logger
export interface LogOptions {
  level: string
  format: 'json' | 'pretty'
}

/** Secrets never reach a line, wherever in an object they stand. */
const redact = ['password', '*.password', 'authorization', '*.authorization', '*.refresh_token', '*.access_token']

/** Structured log on standard output: one JSON object a line, or lines for a person. Nothing in a text begins a line of
 *  its own, or moves or colours what the terminal shows. */
export const createLog = ({ level, format }: LogOptions): Log =>
  format === 'pretty'
    ? pino({ level, redact, base: null, hooks: { streamWrite: (line) => escaped(line, '\\\\u') } }, pretty(forPeople))
    : pino({ level, redact, base: null, hooks: { streamWrite: (line) => escaped(line, '\\u') } })

/** Logs a fault of ours with its stack, what others failed at as a warning, and what the caller did not at all. */
export function logFault(log: Log, error: AppError, message: string, fields: object = {}): void {
  const told = { ...fields, err: error.cause ?? error }
  if (error.code === 'internal') log.error(told, message)
  else if (error.status >= 500) log.warn(told, `${message}: ${error.message}`)
}

const forPeople: pretty.PrettyOptions = {
  ignore: 'pid,hostname',
  translateTime: 'SYS:HH:MM:ss',
  sync: true,
  messageFormat: ({ msg }) => (typeof msg === 'string' ? escaped(msg, '\\u') : ''),
}

/** With its control characters, but for a line break at the end, as escapes. JSON leaves those past U+007E as they are. */
const escaped = (text: string, prefix: string): string =>
  text.replaceAll(/(?!\n$)[\p{Cc}\u2028\u2029]/gu, (sign) => prefix + sign.charCodeAt(0).toString(16).padStart(4, '0'))
