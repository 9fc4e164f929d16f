import { timingSafeEqual } from 'node:crypto'
import { type Db, inTransaction } from './db.ts'
import { createKeyFile, parseKeys, readKeyFile } from './key-file.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import { createSealing, fingerprintOf, type Sealing } from './sealing.ts'
import { findFingerprint, forgetFingerprint, lockFingerprint, recordFingerprint } from './sealing-key.store.ts'

/** The identity key is missing or does not match the database. The message explains what to do. */
export class SealingKeyError extends Error {
  override name = 'SealingKeyError'
}

export interface KeySource {
  /** IDENTITY_KEY as read by `parseKeys`. Takes precedence over the file. */
  setting: string | null
  file: string
}

const readKeys = ({ setting, file }: KeySource) => (setting ? parseKeys(setting) : readKeyFile(file))

/** Opens the key that encrypts the secrets in the database. The first start records its fingerprint in the database, and
 *  later starts check it. Creates a key only for a database that has never had one. @throws SealingKeyError if the key
 *  is missing or differs */
export async function openSealing(db: Db, source: KeySource, secrets: readonly SealedSecrets[]): Promise<Sealing> {
  const keys = await inTransaction(db, (db) => checkedKeys(db, source, secrets))
  // At runtime, a file that cannot be read must not stop the site.
  return createSealing(() => readableKeys(source) ?? keys)
}

function readableKeys(source: KeySource): Buffer[] | null {
  try {
    return readKeys(source)
  } catch {
    return null
  }
}

async function checkedKeys(db: Db, source: KeySource, secrets: readonly SealedSecrets[]): Promise<Buffer[]> {
  const { setting, file } = source
  await lockFingerprint(db)
  const recorded = await findFingerprint(db)
  const sealed = recorded ? [] : (await Promise.all(secrets.map((one) => one.listSealed(db, '')))).flat()
  const isFirst = !recorded && sealed.length === 0
  const keys = readKeys(source) ?? (isFirst ? createKeyFile(file) : null)
  if (!keys) throw new SealingKeyError(missing(file))
  const sealing = createSealing(() => keys)
  const isRight = recorded
    ? keys.some((key) => timingSafeEqual(recorded, fingerprintOf(key)))
    : isFirst || sealed.some(({ owner, bytes }) => opens(sealing, owner, bytes))
  if (!isRight) throw new SealingKeyError(different(setting ? 'IDENTITY_KEY' : file, file))
  if (!recorded) await recordFingerprint(db, fingerprintOf(keys[0]!))
  return keys
}

/** For a lost key: deletes everything encrypted with it, so that the next start can use another key. @returns the number
 *  of deleted secrets by name */
export const abandonSealingKey = (db: Db, secrets: readonly SealedSecrets[]): Promise<Record<string, number>> =>
  inTransaction(db, async (db) => {
    const counts: Record<string, number> = {}
    for (const { name, forget } of secrets) counts[name] = await forget(db)
    await forgetFingerprint(db)
    return counts
  })

function opens(sealing: Sealing, owner: string, bytes: Buffer): boolean {
  try {
    sealing.unseal(owner, bytes)
    return true
  } catch {
    return false
  }
}

const missing = (file: string) =>
  `This site has no identity key, but its database was set up with one. The key protects the secrets in the database.\n${advice(file)}`

const different = (source: string, file: string) =>
  `The key in ${source} is not the identity key that this database was set up with. The key protects the secrets in the database.\n${advice(file)}`

const advice = (file: string) =>
  `Copy identity.key from a backup of DATA_DIR, or from a machine that runs this site, to ${file}, or set IDENTITY_KEY to its contents.
If the key is lost, run "npm run devstead -- member remove-second-factor --all": everyone is then signed out, signs in with only their password, and can add their app again. Members must regenerate their stream keys.`
