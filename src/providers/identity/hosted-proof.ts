import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { tooMany } from '#kernel/limits.ts'
import type { Proof } from './identity.ts'
import { isRecord } from './is-record.ts'

const timeoutMs = 8000

/** Verifies that the credentials belong to the account by signing in to the project with them and then signing out.
 *  @throws AppError rate_limited, provider_failed */
export async function verifyBySignIn(
  project: { issuer: string; anonKey: string },
  { subject, email }: { subject: string; email: string },
  proof: Proof,
): Promise<boolean> {
  const answer =
    'password' in proof
      ? await call(project, 'token?grant_type=password', null, { email, password: proof.password })
      : await call(project, 'passkeys/authentication/verify', null, proof.passkey)
  const body: unknown = await answer.json().catch(() => null)
  const { user, access_token: token, error_code: code } = isRecord(body) ? body : {}
  if (answer.ok && isRecord(user) && typeof token === 'string') {
    await call(project, 'logout?scope=local', token, {}).catch(() => undefined)
    return user.id === subject
  }
  if (answer.status === 429) throw tooMany(Number(answer.headers.get('retry-after')) || 60)
  if (answer.status === 400 && isWrong(code)) return false
  throw new AppError(
    'provider_failed',
    t('The sign-in service could not confirm that it’s you. Try again in a moment.'),
  )
}

const isWrong = (code: unknown) =>
  code === undefined || code === 'invalid_credentials' || (typeof code === 'string' && code.startsWith('webauthn_'))

const call = (
  { issuer, anonKey }: { issuer: string; anonKey: string },
  path: string,
  token: string | null,
  body: object,
) =>
  fetch(`${issuer}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? anonKey}`, apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new AppError('provider_failed', t('The sign-in service cannot be reached.'), { cause })
  })
