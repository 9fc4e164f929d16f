import type { SealedSecrets } from '#kernel/sealed-secrets.ts'
import { queueEmail } from './email-queue.ts'
import { deleteAllFactors, listSealedApps, saveSealedApps } from './factors.store.ts'
import { deleteSealedKeys, listPlainKeys, listSealedKeys, saveSealedKeys } from './keys.store.ts'
import { deleteSealedSessions, listPlainSessions, listSealedSessions, saveSealedSessions } from './sessions.store.ts'

export const authenticatorApps = 'authenticator apps'

/** The embedded identity provider's secrets. */
export const identitySecrets: SealedSecrets[] = [
  {
    name: authenticatorApps,
    listSealed: listSealedApps,
    save: saveSealedApps,
    async forget(db) {
      const emails = await deleteAllFactors(db)
      for (const email of emails) await queueEmail(db, { kind: 'factor_removed', email })
      return emails.length
    },
  },
  {
    name: 'signing keys',
    listPlain: listPlainKeys,
    listSealed: listSealedKeys,
    save: saveSealedKeys,
    forget: deleteSealedKeys,
  },
  {
    name: 'sessions',
    listPlain: listPlainSessions,
    listSealed: listSealedSessions,
    save: saveSealedSessions,
    forget: deleteSealedSessions,
  },
]
