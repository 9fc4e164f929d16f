import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

declare module './http.ts' {
  interface BaseContext {
    sealing: Sealing
  }
}

/** A secret as stored: encrypted, or as plain text from before secrets were encrypted. */
export interface StoredSecret {
  sealed: Buffer | null
  plain: Buffer | null
}

/** Encrypts the secrets in the database with a key that is not in it. */
export interface Sealing {
  /** Encrypts bytes for an owner. They can be decrypted only for the same owner. */
  seal(owner: string, bytes: Buffer): Buffer
  /** @throws Error if no key decrypts the bytes for this owner */
  unseal(owner: string, sealed: Buffer): Buffer
  /** Returns the secret, whether it is encrypted or not. @throws Error like `unseal`, or if there is none */
  open(owner: string, secret: StoredSecret): Buffer
  /** Returns whether the current key encrypted the bytes for this owner. */
  isCurrent(owner: string, sealed: Buffer): boolean
  /** Rereads the keys, and returns whether any key other than the current one can decrypt secrets. */
  hasOtherKeys(): boolean
  /** Rereads the keys, and identifies the current one without revealing it. */
  fingerprint(): Buffer
}

/** Creates the encryption with AES-256-GCM. @param readKeys returns the keys: the first one encrypts, and all of them
 *  decrypt. It is called again for each encryption and for secrets that no known key decrypts, because the key may have
 *  been replaced since. */
export function createSealing(readKeys: () => readonly Buffer[]): Sealing {
  let keys = readKeys()
  const tryKeys = (owner: string, sealed: Buffer) => {
    for (const key of keys) {
      const bytes = decrypt(key, owner, sealed)
      if (bytes) return bytes
    }
    return null
  }
  function unseal(owner: string, sealed: Buffer): Buffer {
    const bytes = tryKeys(owner, sealed)
    if (bytes) return bytes
    keys = readKeys()
    const found = tryKeys(owner, sealed)
    if (!found) throw new Error('This secret was encrypted with a different identity key')
    return found
  }
  return {
    seal(owner, bytes) {
      keys = readKeys()
      return encrypt(keys[0]!, owner, bytes)
    },
    unseal,
    open(owner, { sealed, plain }) {
      if (sealed) return unseal(owner, sealed)
      if (plain) return plain
      throw new Error('There is no secret')
    },
    isCurrent: (owner, sealed) => decrypt(keys[0]!, owner, sealed) !== null,
    hasOtherKeys() {
      keys = readKeys()
      return keys.length > 1
    },
    fingerprint() {
      keys = readKeys()
      return fingerprintOf(keys[0]!)
    },
  }
}

/** Identifies a key without revealing it. A key has 256 random bits, too many to guess. */
export const fingerprintOf = (key: Buffer) => createHmac('sha256', key).update('Devstead identity key').digest()

const ivBytes = 12
const tagBytes = 16

function encrypt(key: Buffer, owner: string, bytes: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Returns null if the key or the owner differs. */
function decrypt(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  if (sealed.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
