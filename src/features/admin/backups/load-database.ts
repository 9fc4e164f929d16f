import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#kernel/db.ts'
import { migrate } from '#kernel/migrations.ts'
import { BackupError } from './backup-error.ts'
import { copyIn, type CopySession, listTables } from './copy-session.store.ts'
import { finishLoad, prepareLoad } from './load.store.ts'
import type { Manifest, TableDump } from './manifest.contract.ts'

type DumpedTable = Pick<TableDump, 'schema' | 'name' | 'columns'>

export interface LoadOptions {
  migrationsFolder: string
  /** Yields the rows of each table, in the text format of COPY. */
  dumps: AsyncIterable<{ table: DumpedTable; content: Readable }>
}

/** Creates the schema that the backup was made with, and loads its rows. Run this in a transaction on a database
 *  without the site's tables, after `migrateJobs`. @throws BackupError */
export async function loadDatabase(
  session: CopySession,
  db: Db,
  { migrations, sequences }: Pick<Manifest, 'migrations' | 'sequences'>,
  { migrationsFolder, dumps }: LoadOptions,
): Promise<void> {
  await migrate(db, migrationsFolder, migrations)
  const present = new Map((await listTables(db)).map((table) => [`${table.schema}.${table.name}`, table]))
  const foreignKeys = await prepareLoad(db)
  for await (const { table, content } of dumps) {
    const columns = present.get(`${table.schema}.${table.name}`)?.columns ?? []
    const lacking = table.columns.filter((column) => !columns.includes(column))
    if (lacking.length > 0)
      throw new BackupError(
        `This version cannot load the table ${table.schema}.${table.name}, because its schema does not have the columns ${lacking.join(', ')}. Restore the backup with the version that made it, then update.`,
      )
    await pipeline(content, copyIn(session, table))
  }
  await finishLoad(db, foreignKeys, sequences)
}
