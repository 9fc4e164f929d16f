import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import { type Auth, nowOf } from './auth.ts'
import { saveToken, consumeToken, type TokenKind } from './tokens.store.ts'

/** Creates a token and stores its hash, replacing an older token of the same kind. @returns the token for the link */
export async function createToken(auth: Auth, userId: string, kind: TokenKind, lifeMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await saveToken(auth.db, hashOf(token), userId, kind, new Date(auth.clock.now() + lifeMs))
  return token
}

/** Uses a token of one of these kinds. Returns null if it does not exist or has expired. */
export const redeemToken = (auth: Auth, db: Db, token: string, kinds: TokenKind[]) =>
  consumeToken(db, hashOf(token), kinds, nowOf(auth))

const hashOf = (token: string) => createHash('sha256').update(token).digest()
