import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Value = string | number | boolean | null | undefined

/** The number of rows in a chunk of the stream. */
const chunkRows = 2000

/** Adds rows to the table with COPY. */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const target = `${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
  await pipeline(Readable.from(chunksOf(rows)), client.query(copyFrom(`copy ${target} from stdin`)))
}

function* chunksOf(rows: Iterable<readonly Value[]>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(row.map(textOf).join('\t'))
    if (lines.length < chunkRows) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** Returns the value in COPY's text format. */
const textOf = (value: Value): string =>
  typeof value === 'string'
    ? value
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('\t', String.raw`\t`)
        .replaceAll('\n', String.raw`\n`)
    : value === null || value === undefined
      ? String.raw`\N`
      : String(value)

/** Drops the tables' indexes for the duration of `work`, except those of constraints: creating them afterwards is much
 *  faster than updating them row by row. */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (
       select from pg_constraint where conindid = indexrelid and contype <> 'f')`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}
