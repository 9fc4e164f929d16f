import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { job, perform } from '#kernel/job.ts'
import { type SealedSecrets, sealSecrets } from '#kernel/sealed-secrets.ts'
import { openSealing } from '#kernel/sealing-key.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { siteSecrets } from '#kernel/site-secrets.store.ts'
import { identitySecrets } from '#providers/identity/sealed-secrets.ts'
import type { Config } from './config.ts'
import { features } from './features.ts'

/** Everything in the database that is encrypted. */
export const sealedSecrets: readonly SealedSecrets[] = [
  ...identitySecrets,
  siteSecrets,
  ...features.flatMap((feature): readonly SealedSecrets[] => ('secrets' in feature ? feature.secrets : [])),
]

/** Opens the key that encrypts secrets. @throws SealingKeyError */
export const openSiteSealing = ({ identityKey }: Pick<Config, 'identityKey'>, db: Db): Promise<Sealing> =>
  openSealing(db, identityKey, sealedSecrets)

const seal = job('secrets.seal', { summary: () => t('Encrypt secrets'), key: () => '' })

/** Encrypts secrets that an earlier version stored as plain text, and re-encrypts all of them if the key has changed.
 *  Runs as a job, so that it does not delay startup. */
export const enqueueSealing = (db: Db) => seal.enqueue(db, {})
export const sealingWorkers = [
  perform(seal, async ({ db, sealing }) => void (await sealSecrets(db, sealing, sealedSecrets))),
]
