import { createHmac, timingSafeEqual } from 'node:crypto'

const lifetimeMs = 60_000

/** Creates a token for diagnostics, which only programs with access to the database can do. Valid for a minute. */
export function diagnosticToken(secret: Buffer, nowMs: number): string {
  const expiresMs = nowMs + lifetimeMs
  return `${expiresMs}.${signature(secret, expiresMs)}`
}

/** Reports whether the token is genuine and has not expired. */
export function isDiagnosticToken(secret: Buffer, token: string, nowMs: number): boolean {
  const [expires = '', given = ''] = token.split('.')
  const expiresMs = Number(expires)
  const [a, b] = [Buffer.from(given), Buffer.from(signature(secret, expiresMs))]
  return expiresMs > nowMs && expiresMs <= nowMs + 2 * lifetimeMs && a.length === b.length && timingSafeEqual(a, b)
}

const signature = (secret: Buffer, expiresMs: number): string =>
  createHmac('sha256', secret).update(String(expiresMs)).digest('base64url')
