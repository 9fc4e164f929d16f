import { type Db, many, run, sql } from '#kernel/db.ts'
import { type SealedRow, secretsPerBatch, type SecretRow } from '#kernel/sealed-secrets.ts'
import type { StoredSecret } from '#kernel/sealing.ts'

interface KeyFacts {
  /** 1 for the site's first key; each rotation adds one. */
  generation: number
  kid: string
  activeFrom: Date
}
/** A key whose private JWK is stored as JSON. */
export type StoredKey = KeyFacts & StoredSecret
export type NewStoredKey = KeyFacts & { sealed: Buffer }

/** Oldest first. */
export const listKeys = (db: Db) => many<StoredKey>(db)`
  select generation, kid, sealed_jwk as sealed, ${plainJwk} as plain, active_from as "activeFrom"
  from identity_keys order by generation`

const plainJwk = sql`convert_to(private_jwk::text, 'UTF8')`

/** Binds an encrypted key to its row. */
export const keyOwner = (kid: string): string => `signing key ${kid}`

/** Stores the key, unless another process has already stored one for that generation. */
export const insertKey = (db: Db, { generation, kid, sealed, activeFrom }: NewStoredKey) => run(db)`
  insert into identity_keys (generation, kid, sealed_jwk, active_from)
  values (${generation}, ${kid}, ${sealed}, ${activeFrom})
  on conflict (generation) do nothing`

export const removeKeysBefore = (db: Db, generation: number) => run(db)`
  delete from identity_keys where generation < ${generation}`

export const listPlainKeys = (db: Db) => many<SecretRow>(db)`
  select kid as id, ${keyOwner('')}::text || kid as owner, ${plainJwk} as bytes from identity_keys
  where private_jwk is not null order by kid limit ${secretsPerBatch} for update`

export const listSealedKeys = (db: Db, afterId: string) => many<SecretRow>(db)`
  select kid as id, ${keyOwner('')}::text || kid as owner, sealed_jwk as bytes from identity_keys
  where sealed_jwk is not null and kid > ${afterId} order by kid limit ${secretsPerBatch} for update`

export const saveSealedKeys = (db: Db, rows: readonly SealedRow[]) => run(db)`
  update identity_keys set sealed_jwk = sealed.bytes, private_jwk = null
  from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as sealed (id, bytes)
  where kid = sealed.id`

export const deleteSealedKeys = (db: Db) => run(db)`delete from identity_keys where sealed_jwk is not null`
