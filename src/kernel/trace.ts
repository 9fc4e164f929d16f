import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Locale } from '#messages/locales.ts'

/** The request or job that the running code belongs to. Its id is in every log line and in the jobs that it adds. */
export interface Trace {
  /** The id of the request or, in a job, of the request that added the job; undefined for scheduled jobs. */
  requestId?: string | undefined
  /** The path pattern of the endpoint or page, such as `/api/posts/:id`, once it is known. */
  endpoint?: string
  /** The language of the response. If it is missing or null, the site's language is used. */
  locale?: Locale | null
  /** Whether texts are stored, to be shown in their readers' languages later. */
  recordsTexts?: boolean
  /** Whether the response is an event stream, which lasts until the reader disconnects. */
  isEventStream?: boolean
  job?: string
  task?: string
  /** Where the request comes from, if it may change how a member signs in. See client.ts. */
  client?: { device: string; network: string }
}

const traces = new AsyncLocalStorage<Trace>()

/** Runs `work` as part of the request or job. */
export const withTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work)

/** Returns the request or job that the running code belongs to. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/** Returns the current request's id, or a new id outside a request. */
export const currentRequestId = (): string => currentTrace()?.requestId ?? randomUUID()

/** Records the path pattern that handles the current request. */
export function traceEndpoint(endpoint: string): void {
  const trace = currentTrace()
  if (trace) trace.endpoint = endpoint
}

/** Runs `work` in the site's language, for responses that are the same for everyone. */
export const inSiteLanguage = <T>(work: () => T): T =>
  withTrace({ requestId: currentRequestId(), ...currentTrace(), locale: null, recordsTexts: false }, work)

/** Runs `work` in this language; null for the site's. */
export const inLanguage = <T>(locale: Locale | null, work: () => T): T =>
  withTrace({ ...currentTrace(), locale, recordsTexts: false }, work)

/** Runs `work`, whose messages are stored. `shownText` shows them in their reader's language. */
export const recordTexts = <T>(work: () => T): T => withTrace({ ...currentTrace(), recordsTexts: true }, work)

/** Changes the language of the response to the current request. */
export function traceLocale(locale: Locale | null): void {
  const trace = currentTrace()
  if (trace) trace.locale = locale
}

/** Records that the response to the current request is an event stream. */
export function traceEventStream(): void {
  const trace = currentTrace()
  if (trace) trace.isEventStream = true
}

/** Returns the log fields that identify the request or job. */
export function traceFields(): object {
  const { requestId, job, task } = currentTrace() ?? {}
  return { ...(requestId !== undefined && { requestId }), ...(job !== undefined && { job, task }) }
}
