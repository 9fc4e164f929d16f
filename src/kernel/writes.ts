import type { ClientBase } from 'pg'

type Tables = readonly string[]
/** Called after each commit with the names of the tables and views that it has written to. */
type WriteListener = (tables: Tables) => void

const listeners = new Set<WriteListener>()

/** Calls `listener` after each write of this process to its database, through any of its pools. @returns a function
 *  that stops it */
export function onWrites(listener: WriteListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function report(tables: Tables): void {
  if (tables.length > 0) for (const listener of listeners) listener(tables)
}

/** Reports the client's writes to the listeners: at once for a single statement, after the commit for a transaction. A
 *  failed statement counts too: whether it took effect is unknown if the connection was lost. */
export function observeWrites(client: ClientBase): void {
  const query: Query = client.query.bind(client)
  let uncommitted: Set<string> | null = null
  function written(text: string): Tables | null {
    if (startsTransaction.test(text)) uncommitted = new Set()
    const tables = tablesWritten(text)
    if (!uncommitted) return tables
    for (const table of tables) uncommitted.add(table)
    if (!endsTransaction.test(text)) return null
    const all = [...uncommitted]
    uncommitted = null
    return text.startsWith('commit') ? all : null
  }
  const observed: Query = (...given) => {
    const [text] = given
    const tables = typeof text === 'string' ? written(text) : null
    const result = query(...given)
    if (!tables || tables.length === 0 || !(result instanceof Promise)) return result
    return result.finally(() => report(tables))
  }
  Object.assign(client, { query: observed })
}

type Query = (...given: unknown[]) => unknown

const startsTransaction = /^(?:begin|start transaction)\b/
const endsTransaction = /^(?:commit|rollback(?! to))\b/

// `update` is followed by something else in `for update of` and in `on conflict do update set`.
const writes =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\bfor\s+(?:no\s+key\s+)?)update(?!\s+set\b))\s+(?:only\s+)?"?([\w.]+)/gi
const maxTexts = 2000
const known = new Map<string, Tables>()

/** Returns the names of the tables and views that the statement writes to. Functions and triggers are not considered. */
export function tablesWritten(text: string): Tables {
  const found = known.get(text)
  if (found) return found
  const tables = [...new Set([...text.matchAll(writes)].map(([, name]) => name!))]
  if (known.size < maxTexts) known.set(text, tables)
  return tables
}
