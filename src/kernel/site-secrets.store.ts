import { randomBytes } from 'node:crypto'
import { type Db, many, one, run } from './db.ts'
import { type SealedRow, type SealedSecrets, secretsPerBatch, type SecretRow } from './sealed-secrets.ts'
import type { Sealing, StoredSecret } from './sealing.ts'

interface Parts {
  db: Db
  sealing: Sealing
}

/** Returns the site's secret with this name: 32 bytes, created on first use and shared by all processes. */
export async function siteSecret({ db, sealing }: Parts, name: string): Promise<Buffer> {
  const stored = (await find(db, name)) ?? (await create({ db, sealing }, name))
  return sealing.open(ownerOf(name), stored)
}

const ownerOf = (name: string): string => `site secret ${name}`

const find = (db: Db, name: string) => one<StoredSecret>(db)`
  select value as plain, sealed_value as sealed from site_secrets where name = ${name}`

/** Creates the secret, unless another process has created it first. */
async function create({ db, sealing }: Parts, name: string): Promise<StoredSecret> {
  const sealed = sealing.seal(ownerOf(name), randomBytes(32))
  await run(db)`insert into site_secrets (name, sealed_value) values (${name}, ${sealed}) on conflict do nothing`
  const stored = await find(db, name)
  if (!stored) throw new Error(`The secret ${name} could not be stored`)
  return stored
}

export const siteSecrets: SealedSecrets = {
  name: 'site secrets',
  listPlain: (db) => many<SecretRow>(db)`
    select name as id, ${ownerOf('')}::text || name as owner, value as bytes from site_secrets
    where value is not null order by name limit ${secretsPerBatch} for update`,
  listSealed: (db, afterId) => many<SecretRow>(db)`
    select name as id, ${ownerOf('')}::text || name as owner, sealed_value as bytes from site_secrets
    where sealed_value is not null and name > ${afterId} order by name limit ${secretsPerBatch} for update`,
  save: (db, rows: readonly SealedRow[]) => run(db)`
    update site_secrets set sealed_value = sealed.bytes, value = null
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as sealed (id, bytes)
    where name = sealed.id`,
  forget: (db) => run(db)`delete from site_secrets where sealed_value is not null`,
}
