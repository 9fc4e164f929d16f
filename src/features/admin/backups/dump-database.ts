import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { copyOut, type CopySession, listTables, type TableShape } from './copy-session.store.ts'
import { discard, Meter } from './measured.ts'
import type { TableDump } from './manifest.contract.ts'

/** Fast: a higher level reduces the size by a few percent but doubles the time. */
const gzipLevel = 3

/** Writes every table to a file in the folder. @returns the tables with their file names as `entry` */
export async function dumpTables(session: CopySession, folder: string): Promise<TableDump[]> {
  const dumps: TableDump[] = []
  for (const table of await listTables(session.db)) {
    const entry = `tables/${table.schema}.${table.name}.copy.gz`
    const content = new Meter({ countsLines: true })
    const stored = new Meter()
    await pipeline(
      copyOut(session, table),
      content,
      createGzip({ level: gzipLevel }),
      stored,
      createWriteStream(path.join(folder, entry), { mode: 0o600 }),
    )
    const { lines: rows, sha256: contentSha256 } = content.measure()
    const { bytes, sha256 } = stored.measure()
    const { schema, name, columns } = table
    dumps.push({ schema, name, columns, rows, contentSha256, entry, bytes, sha256 })
  }
  return dumps
}

/** Returns the table's row count and content hash, as in `TableDump`. */
export async function digestTable(
  session: CopySession,
  table: TableShape,
): Promise<Pick<TableDump, 'rows' | 'contentSha256'>> {
  const meter = new Meter({ countsLines: true })
  await pipeline(copyOut(session, table), meter, discard())
  const { lines: rows, sha256: contentSha256 } = meter.measure()
  return { rows, contentSha256 }
}
