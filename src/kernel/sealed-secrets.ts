import { type Db, inTransaction } from './db.ts'
import type { Sealing } from './sealing.ts'
import { findFingerprint, replaceFingerprint } from './sealing-key.store.ts'

/** A secret in a table. `owner` binds the encrypted bytes to their row. */
export interface SecretRow {
  id: string
  owner: string
  bytes: Buffer
}
/** Encrypted bytes for a row. */
export type SealedRow = Pick<SecretRow, 'id' | 'bytes'>

/** The secrets that a table stores encrypted. */
export interface SealedSecrets {
  /** The plural name of the secrets: 'stream keys'. */
  name: string
  /** Locks and returns a batch of secrets that are not yet encrypted. */
  listPlain?: (db: Db) => Promise<SecretRow[]>
  /** Locks and returns a batch of encrypted secrets, by id. */
  listSealed: (db: Db, afterId: string) => Promise<SecretRow[]>
  save: (db: Db, rows: readonly SealedRow[]) => Promise<unknown>
  /** Deletes encrypted secrets whose key was lost, and everything that depends on them. @returns the number of
   *  secrets */
  forget: (db: Db) => Promise<number>
}

/** The number of rows that each batch locks. */
export const secretsPerBatch = 500

/** Encrypts secrets that are not encrypted, and re-encrypts those encrypted with another key: all of them if the
 *  current key is new, or those from machines that did not have it yet. Safe to repeat, even while the site is
 *  running. @returns the number of changed secrets by name */
export async function sealSecrets(
  db: Db,
  sealing: Sealing,
  secrets: readonly SealedSecrets[],
): Promise<Record<string, number>> {
  const seal = ({ id, owner, bytes }: SecretRow) => ({ id, bytes: sealing.seal(owner, bytes) })
  const reseal = (row: SecretRow) =>
    sealing.isCurrent(row.owner, row.bytes) ? null : seal({ ...row, bytes: sealing.unseal(row.owner, row.bytes) })
  const counts: Record<string, number> = {}
  for (const { name, listPlain, save } of secrets)
    counts[name] = listPlain ? await replaceAll(db, { list: listPlain, change: seal, save }) : 0
  const recorded = await findFingerprint(db)
  const current = sealing.fingerprint()
  if (recorded?.equals(current) && !sealing.hasOtherKeys()) return counts
  for (const { name, listSealed, save } of secrets)
    counts[name]! += await replaceAll(db, { list: listSealed, change: reseal, save })
  await replaceFingerprint(db, current)
  return counts
}

interface Replacement extends Pick<SealedSecrets, 'save'> {
  list: SealedSecrets['listSealed']
  /** Returns null if the secret does not change. */
  change: (row: SecretRow) => SealedRow | null
}

/** Replaces secrets batch by batch. @returns the number of changed secrets */
async function replaceAll(db: Db, { list, change, save }: Replacement): Promise<number> {
  for (let count = 0, after = ''; ;) {
    const { lastId, changed } = await inTransaction(db, async (tx) => {
      const rows = await list(tx, after)
      const changes = rows.map(change).filter((row) => row !== null)
      if (changes.length > 0) await save(tx, changes)
      return { lastId: rows.at(-1)?.id, changed: changes.length }
    })
    if (lastId === undefined) return count
    count += changed
    after = lastId
  }
}
