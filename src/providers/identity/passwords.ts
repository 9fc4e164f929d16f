import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { t } from '#messages/messages.ts'
import { createSemaphore, SemaphoreFull } from '#kernel/semaphore.ts'
import { maxPasswordBytes } from './password-rules.ts'
import { AuthError } from './wire.ts'

/** Argon2id as recommended by OWASP: 19 MiB, two passes, one lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
const derive = promisify(argon2)

export interface Passwords {
  /** @returns a PHC string */
  hash(password: string): Promise<string>
  /** Reports whether the password matches the hash. Without a hash, returns false after the same amount of work. */
  verify(password: string, phc: string | null): Promise<boolean>
  /** Like `verify`, but runs one call at a time, so that many guesses by strangers do not block known devices and
   *  sessions. */
  verifyForStranger(password: string, phc: string | null): Promise<boolean>
}

/** Creates the password hasher. Computes two hashes at a time, which leaves threads for everything else. When its queue
 *  is full, calls fail with 429. */
export function createPasswords(): Passwords {
  const semaphore = createSemaphore({ atOnce: 2, maxWaiting: 100 })
  const strangersSemaphore = createSemaphore({ atOnce: 1, maxWaiting: 100 })
  const dummyHash = encode(randomBytes(16), randomBytes(32))
  const guarded = <T>(work: () => Promise<T>) => semaphore(work).catch(refuseWhenFull)
  const verify = async (password: string, phc: string | null) =>
    (await matches(password, phc ?? dummyHash)) && phc !== null
  return {
    hash: (password) =>
      guarded(async () => {
        const nonce = randomBytes(16)
        return encode(nonce, await derive('argon2id', { message: password, nonce, tagLength: 32, ...cost }))
      }),
    verify: (password, phc) => guarded(() => verify(password, phc)),
    verifyForStranger: (password, phc) =>
      strangersSemaphore(() => guarded(() => verify(password, phc))).catch(refuseWhenFull),
  }
}

/** Reports whether the hash was created with outdated parameters. */
export const isOutdated = (phc: string) => !phc.startsWith(prefix)

/** Returns the password from a sign-in attempt; null if it could never have been set. */
export const readOfferedPassword = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= maxPasswordBytes ? value : null

const encode = (nonce: Buffer, tag: Buffer) => `${prefix}${base64(nonce)}$${base64(tag)}`
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

async function matches(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? []
  if (!tag || !nonce) throw new Error('A stored password hash is not argon2id')
  const wanted = Buffer.from(tag, 'base64')
  const got = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: wanted.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(wanted, got)
}

function refuseWhenFull(reason: unknown): never {
  if (!(reason instanceof SemaphoreFull)) throw reason
  throw new AuthError(429, 'over_request_rate_limit', t('Request rate limit reached'), { retryAfterSeconds: 2 })
}
