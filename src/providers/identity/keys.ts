import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { insertKey, keyOwner, listKeys, type NewStoredKey, removeKeysBefore, type StoredKey } from './keys.store.ts'

export const accessTokenSeconds = 3600
// Clients cache published keys for ten minutes, so a new key starts signing a little later than that.
const announceMs = 11 * 60_000
const retireMs = accessTokenSeconds * 1000 + 60_000
// Well below `announceMs`, so that every process knows a key before the key is used.
const rereadMs = 60_000

export interface KeyRing {
  /** Returns the current signing key. */
  signing(): Promise<{ kid: string; key: CryptoKey }>
  /** Returns the key that verifies signatures for `kid`; null for unknown and retired keys. */
  verifying(kid: string | undefined): Promise<CryptoKey | null>
  /** Returns the public keys: the current key, the announced key, and the previous key while its tokens are valid. */
  published(): Promise<JWK[]>
  /** Announces a new key, which starts signing eleven minutes later. `immediately` is for a leaked key: the new key
   *  signs now, the old keys are invalid, and all access tokens must be refreshed. */
  rotate(options?: { immediately?: boolean }): Promise<void>
}

const PrivateJwk = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() })

interface Key {
  generation: number
  kid: string
  activeFromMs: number
  publicJwk: JWK
  privateKey: CryptoKey
  publicKey: CryptoKey
}

interface KeyRingParts {
  db: Db
  clock: Clock
  sealing: Sealing
}

/** Creates the key ring with the site's ES256 keys, which are created on first use and shared through the database. */
export function createKeyRing({ db, clock, sealing }: KeyRingParts): KeyRing {
  let known: { keys: Promise<Key[]>; readAtMs: number } | null = null

  function keys(): Promise<Key[]> {
    if (!known || clock.now() - known.readAtMs >= rereadMs) known = { keys: read(), readAtMs: clock.now() }
    const { keys } = known
    keys.catch(() => (known = null))
    return keys
  }

  async function read(): Promise<Key[]> {
    let stored = await listKeys(db)
    if (stored.length === 0) {
      await insertKey(db, await newKey(sealing, 1, clock.now()))
      stored = await listKeys(db)
    }
    return Promise.all(stored.map((key) => importKey(sealing, key)))
  }

  const current = (all: Key[]) => all.findLast((key) => key.activeFromMs <= clock.now()) ?? all[0]!
  const inUse = (all: Key[]) =>
    all.filter((_, index) => (all[index + 1]?.activeFromMs ?? Infinity) + retireMs > clock.now())

  return {
    async signing() {
      const { kid, privateKey } = current(await keys())
      return { kid, key: privateKey }
    },
    async verifying(kid) {
      return inUse(await keys()).find((key) => key.kid === kid)?.publicKey ?? null
    },
    async published() {
      return inUse(await keys()).map((key) => key.publicJwk)
    },
    async rotate({ immediately = false } = {}) {
      const all = await read()
      const next = await newKey(sealing, all.at(-1)!.generation + 1, clock.now() + (immediately ? 0 : announceMs))
      await insertKey(db, next)
      await removeKeysBefore(db, immediately ? next.generation : inUse(all)[0]!.generation)
      known = null
    },
  }
}

async function newKey(sealing: Sealing, generation: number, activeFromMs: number): Promise<NewStoredKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(privateJwk)
  const sealed = sealing.seal(keyOwner(kid), Buffer.from(JSON.stringify(privateJwk)))
  return { generation, kid, sealed, activeFrom: new Date(activeFromMs) }
}

async function importKey(sealing: Sealing, { generation, kid, activeFrom, ...stored }: StoredKey): Promise<Key> {
  const privateJwk = PrivateJwk.parse(JSON.parse(sealing.open(keyOwner(kid), stored).toString()))
  const { d: _, ...point } = privateJwk
  const publicJwk: JWK = { ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  const [privateKey, publicKey] = await Promise.all([importEc(privateJwk), importEc({ ...point })])
  return { generation, kid, activeFromMs: activeFrom.getTime(), publicJwk, privateKey, publicKey }
}

async function importEc(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('The stored signing key is not an elliptic curve key')
  return key
}
