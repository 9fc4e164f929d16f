import type { AuditEntry, ExportFormat } from './audit.contract.ts'

type Batches = AsyncIterable<AuditEntry[]>

/** Yields the entries as text, a batch at a time. */
export const exported = (format: ExportFormat, batches: Batches): AsyncGenerator<string> =>
  format === 'csv' ? csvOf(batches) : jsonOf(batches)

async function* jsonOf(batches: Batches): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const entries of batches) {
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const columns = ['time', 'action', 'description', 'who', 'actor', 'member', 'target', 'details', 'request_id']

async function* csvOf(batches: Batches): AsyncGenerator<string> {
  yield line(columns)
  for await (const entries of batches) yield entries.map((entry) => line(fieldsOf(entry))).join('')
}

const fieldsOf = ({ recordedAt, action, text, actorKind, actor, subject, target, details, requestId }: AuditEntry) => [
  recordedAt,
  action,
  text,
  actorKind,
  actor?.username ?? '',
  subject?.username ?? '',
  target ?? '',
  Object.keys(details).length > 0 ? JSON.stringify(details) : '',
  requestId ?? '',
]

const line = (fields: string[]) => `${fields.map(quoted).join(',')}\r\n`

/** Quotes a field, and keeps spreadsheets from treating it as a formula. Source: RFC 4180; OWASP, CSV Injection */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
