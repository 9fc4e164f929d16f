import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger
export interface LogOptions {
  level: string
  format: 'json' | 'pretty'
}

/** Secrets never reach a line, wherever in an object they stand. */
const redact = ['password', '*.password', 'authorization', '*.authorization', '*.refresh_token', '*.access_token']

/** Structured log on standard output: one JSON object a line, or lines for a person. */
export const createLog = ({ level, format }: LogOptions): Log =>
  format === 'pretty'
    ? pino({ level, redact, base: null }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
    : pino({ level, redact, base: null })
