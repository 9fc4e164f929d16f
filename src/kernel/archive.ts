import type { Db } from './db.ts'

/** Rows per query for an archive. Each row may contain 100,000 characters or more. */
export const pageSize = 50

/** A list in the archive of a member's data. */
export interface ArchivePart {
  /** The list's name in archive.json. */
  name: string
  /** The exported tables in this list that reference members. */
  tables: readonly string[]
  /** Reads page by page, so that an archive is never entirely in memory. */
  rows: (db: Db, memberId: number) => AsyncIterable<object>
}

/** @param page returns at most {@link pageSize} rows after the given one, in the page's own order */
export const archivePart = <Row extends object>(
  name: string,
  tables: readonly string[],
  page: (db: Db, memberId: number, after: Row | null) => Promise<Row[]>,
): ArchivePart => ({ name, tables, rows: pagesOf(page) })

/** @param page as for {@link archivePart} */
export const pagesOf = <Row>(page: (db: Db, memberId: number, after: Row | null) => Promise<Row[]>) =>
  async function* (db: Db, memberId: number): AsyncGenerator<Row> {
    for (let after: Row | null = null; ;) {
      const rows: Row[] = await page(db, memberId, after)
      yield* rows
      if (rows.length < pageSize) return
      after = rows.at(-1)!
    }
  }
