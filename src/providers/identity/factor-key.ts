import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Db, inTransaction } from '#kernel/db.ts'
import { createKeyFile, parseKey, readKeyFile } from '#kernel/key-file.ts'
import {
  deleteAllFactors,
  findFingerprint,
  forgetFingerprint,
  listSealedSecrets,
  lockFingerprint,
  recordFingerprint,
} from './factor-key.store.ts'
import { queueEmail } from './email-queue.ts'
import { unseal } from './sealing.ts'

/** The identity key is missing or does not match the database. The message explains what to do. */
export class FactorKeyError extends Error {
  override name = 'FactorKeyError'
}

interface KeySource {
  /** IDENTITY_KEY as read by `parseKey`. Takes precedence over the file. */
  setting: string | null
  file: string
}

/** Returns the key that encrypts second-factor secrets. The first start records its fingerprint in the database, and
 *  later starts check it. Creates a key only for a database that has never had one. @throws FactorKeyError if the key
 *  is missing or differs */
export const openFactorKey = (db: Db, { setting, file }: KeySource): Promise<Buffer> =>
  inTransaction(db, async (db) => {
    await lockFingerprint(db)
    const recorded = await findFingerprint(db)
    const secrets = recorded ? [] : await listSealedSecrets(db)
    const isFirst = !recorded && secrets.length === 0
    const key = setting ? parseKey(setting) : (readKeyFile(file) ?? (isFirst ? createKeyFile(file) : null))
    if (!key) throw new FactorKeyError(missing(file))
    const isRight = recorded
      ? timingSafeEqual(recorded, fingerprintOf(key))
      : isFirst || secrets.some((secret) => opens(key, secret))
    if (!isRight) throw new FactorKeyError(different(setting ? 'IDENTITY_KEY' : file, file))
    if (!recorded) await recordFingerprint(db, fingerprintOf(key))
    return key
  })

/** For a lost key: deletes everything encrypted with it, so that the next start can use another key. @returns how many
 *  users had a second factor */
export const abandonFactorKey = (db: Db): Promise<number> =>
  inTransaction(db, async (db) => {
    const emails = await deleteAllFactors(db)
    for (const email of emails) await queueEmail(db, { kind: 'factor_removed', email })
    await forgetFingerprint(db)
    return emails.length
  })

/** Identifies a key without revealing it. A key has 256 random bits, too many to guess. */
const fingerprintOf = (key: Buffer) => createHmac('sha256', key).update('Devstead identity key').digest()

function opens(key: Buffer, { id, sealedSecret }: { id: string; sealedSecret: Buffer }): boolean {
  try {
    unseal(key, id, sealedSecret)
    return true
  } catch {
    return false
  }
}

const missing = (file: string) =>
  `This site has no identity key, but its database was set up with one. The key protects members' authenticator apps.\n${advice(file)}`

const different = (source: string, file: string) =>
  `The key in ${source} is not the identity key that this database was set up with. The key protects members' authenticator apps.\n${advice(file)}`

const advice = (file: string) =>
  `Copy identity.key from a backup of DATA_DIR, or from a machine that runs this site, to ${file}, or set IDENTITY_KEY to its contents.
If the key is lost, run "npm run member -- remove-all-second-factors": members then sign in with only their passwords and can add their apps again.`
