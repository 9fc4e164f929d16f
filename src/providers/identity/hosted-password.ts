import { AppError } from '#kernel/errors.ts'
import { tooMany } from '#kernel/limits.ts'
import { isRecord } from './is-record.ts'

const timeoutMs = 8000

/** Whether the account's password is this one: by signing in to the project with it, and out again.
 *  @throws AppError rate_limited, provider_failed */
export async function signsIn(
  project: { issuer: string; anonKey: string },
  { subject, email, password }: { subject: string; email: unknown; password: string },
): Promise<boolean> {
  const answer = await call(project, 'token?grant_type=password', null, { email, password })
  const body: unknown = await answer.json().catch(() => null)
  const { user, access_token: token, error_code: code } = isRecord(body) ? body : {}
  if (answer.ok && isRecord(user) && typeof token === 'string') {
    await call(project, 'logout?scope=local', token, {}).catch(() => undefined)
    return user.id === subject
  }
  if (answer.status === 429) throw tooMany(Number(answer.headers.get('retry-after')) || 60)
  if (answer.status === 400 && (code === undefined || code === 'invalid_credentials')) return false
  throw new AppError('provider_failed', 'The sign-in service could not check the password.')
}

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
    throw new AppError('provider_failed', 'The sign-in service cannot be reached.', { cause })
  })
