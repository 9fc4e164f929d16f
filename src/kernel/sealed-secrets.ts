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
  /** Such as 'stream keys'. */
  name: string
  /** Locks and returns a batch of secrets that are not encrypted yet. */
  listPlain?: (db: Db) => Promise<SecretRow[]>
  /** Locks and returns a batch of encrypted secrets, by id. */
  listSealed: (db: Db, afterId: string) => Promise<SecretRow[]>
  save: (db: Db, rows: readonly SealedRow[]) => Promise<unknown>
  /** Deletes encrypted secrets whose key was lost, and everything that depends on them. @returns the number of
   *  secrets */
  forget: (db: Db) => Promise<number>
}

/** The number of rows that a batch locks. */
export const secretsPerBatch = 500

/** Encrypts secrets that are not encrypted, and, if the current key is new, encrypts all others with it. Safe to
 *  repeat, also while the site is running. @returns the number of secrets by name */
export async function sealSecrets(
  db: Db,
  sealing: Sealing,
  secrets: readonly SealedSecrets[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const one of secrets) counts[one.name] = await sealPlain(db, sealing, one)
  const recorded = await findFingerprint(db)
  const current = sealing.fingerprint()
  if (recorded?.equals(current)) return counts
  for (const one of secrets) counts[one.name] = await resealAll(db, sealing, one)
  await replaceFingerprint(db, current)
  return counts
}

async function sealPlain(db: Db, sealing: Sealing, { listPlain, save }: SealedSecrets): Promise<number> {
  if (!listPlain) return 0
  for (let done = 0; ;) {
    const rows = await inTransaction(db, async (tx) => {
      const plain = await listPlain(tx)
      await save(
        tx,
        plain.map(({ id, owner, bytes }) => ({ id, bytes: sealing.seal(owner, bytes) })),
      )
      return plain
    })
    done += rows.length
    if (rows.length === 0) return done
  }
}

async function resealAll(db: Db, sealing: Sealing, { listSealed, save }: SealedSecrets): Promise<number> {
  for (let done = 0, after = ''; ;) {
    const rows = await inTransaction(db, async (tx) => {
      const sealed = await listSealed(tx, after)
      await save(
        tx,
        sealed.map(({ id, owner, bytes }) => ({ id, bytes: sealing.seal(owner, sealing.unseal(owner, bytes)) })),
      )
      return sealed
    })
    done += rows.length
    if (rows.length === 0) return done
    after = rows.at(-1)!.id
  }
}
