import { type Db, many, run } from '#kernel/db.ts'

export interface StoredKey {
  /** 1 for the site's first key; each rotation adds one. */
  generation: number
  kid: string
  privateJwk: Record<string, unknown>
  activeFrom: Date
}

/** Oldest first. */
export const listKeys = (db: Db) => many<StoredKey>(db)`
  select generation, kid, private_jwk as "privateJwk", active_from as "activeFrom"
  from identity_keys order by generation`

/** Stores the key, unless another process has already stored one of that generation. */
export const insertKey = (db: Db, { generation, kid, privateJwk, activeFrom }: StoredKey) => run(db)`
  insert into identity_keys (generation, kid, private_jwk, active_from)
  values (${generation}, ${kid}, ${JSON.stringify(privateJwk)}::jsonb, ${activeFrom})
  on conflict (generation) do nothing`

export const removeKeysBefore = (db: Db, generation: number) => run(db)`
  delete from identity_keys where generation < ${generation}`
