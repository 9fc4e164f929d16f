import { type Db, many, run, sql } from '#kernel/db.ts'
import { type SealedRow, secretsPerBatch, type SecretRow } from '#kernel/sealed-secrets.ts'

/** Binds an encrypted key to its stream. */
export const streamKeyOwner = ({ provider, providerId }: { provider: string; providerId: string }): string =>
  `stream key ${provider} ${providerId}`

const owner = sql`'stream key ' || provider || ' ' || provider_id`

export const listPlainStreamKeys = (db: Db) => many<SecretRow>(db)`
  select id::text, ${owner} as owner, convert_to(stream_key, 'UTF8') as bytes from all_livestreams
  where stream_key is not null order by id limit ${secretsPerBatch} for update`

export const listSealedStreamKeys = (db: Db, afterId: string) => many<SecretRow>(db)`
  select id::text, ${owner} as owner, sealed_stream_key as bytes from all_livestreams
  where sealed_stream_key is not null and id::text > ${afterId}
  order by id::text limit ${secretsPerBatch} for update`

export const saveSealedStreamKeys = (db: Db, rows: readonly SealedRow[]) => run(db)`
  update all_livestreams set sealed_stream_key = sealed.bytes, stream_key = null
  from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as sealed (id, bytes)
  where all_livestreams.id = sealed.id`

export const forgetStreamKeys = (db: Db) => run(db)`
  update all_livestreams set sealed_stream_key = null where sealed_stream_key is not null`

export const listStreams = (db: Db, provider: string) => many<{ id: number; provider: string; providerId: string }>(db)`
  select id, provider, provider_id as "providerId" from all_livestreams where provider = ${provider} order by id`
