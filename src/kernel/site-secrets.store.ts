import { randomBytes } from 'node:crypto'
import { type Db, one, run } from './db.ts'

/** Returns the site's secret with this name: 32 bytes, created on first use and shared by all processes. */
export async function siteSecret(db: Db, name: string): Promise<Buffer> {
  await run(db)`insert into site_secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`
  const row = await one<{ value: Buffer }>(db)`select value from site_secrets where name = ${name}`
  if (!row) throw new Error(`The secret ${name} could not be stored`)
  return row.value
}
