import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import { type Auth, nowOf } from './auth.ts'
import { saveToken, consumeToken, type TokenKind } from './tokens.store.ts'

/** Makes a token and stores its hash; an older one of the kind dies. @returns what goes into the link */
export async function createToken(auth: Auth, userId: string, kind: TokenKind, lifeMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await saveToken(auth.db, hashOf(token), userId, kind, new Date(auth.clock.now() + lifeMs))
  return token
}

/** Spends a token of one of the kinds. Null when there is none, or its time has run out. */
export const redeemToken = (auth: Auth, db: Db, token: string, kinds: TokenKind[]) =>
  consumeToken(db, hashOf(token), kinds, nowOf(auth))

const hashOf = (token: string) => createHash('sha256').update(token).digest()
