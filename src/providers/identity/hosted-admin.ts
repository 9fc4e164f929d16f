import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import { AppError, found } from '#kernel/errors.ts'
import { job, perform } from '#kernel/job.ts'
import type { IdentityProvider } from './identity.ts'
import { isRecord } from './is-record.ts'
import { landingLink } from './redirect.ts'

interface AdminOptions {
  issuer: string
  serviceKey: string | null
  siteUrl: string
  clock: Clock
  /** Called after every change to an account. */
  changed: () => void
}
type Administration = Pick<
  IdentityProvider,
  | 'confirmedAddress'
  | 'createAccount'
  | 'renameAccount'
  | 'setPassword'
  | 'removeFactors'
  | 'createRecoveryLink'
  | 'ban'
  | 'deleteUser'
  | 'removeAccount'
  | 'workers'
>

const deleteAccount = job('identity.remove-account', {
  summary: () => t('Delete an account from the sign-in service'),
  payload: z.object({ subject: z.string() }),
})
const renameUser = job('identity.rename-account', {
  summary: () => t('Change an account’s username in the sign-in service'),
  payload: z.object({ subject: z.string(), username: z.string() }),
})
const noRemoval = () =>
  t('This site can’t delete accounts, because it has no key for the sign-in service. Ask the site’s owner.')

const timeoutMs = 8000
const hourMs = 3_600_000

/** Creates an admin client for a Supabase project's accounts, using its service key. */
export function createHostedAdmin({ issuer, serviceKey, siteUrl, clock, changed }: AdminOptions): Administration {
  /** Returns the response body; null for 404. */
  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown> | null> {
    if (!serviceKey) throw new AppError('not_ready', t('Set SUPABASE_SERVICE_KEY to administer accounts.'))
    const answer = await fetch(`${issuer}/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new AppError('provider_failed', t('The sign-in service cannot be reached.'), { cause })
    })
    const value: unknown = await answer.json().catch(() => null)
    if (answer.ok) return isRecord(value) ? value : {}
    if (answer.status === 404) return null
    throw refusal(answer.status, value)
  }

  const hoursUntil = (until: Date) => Math.max(1, Math.ceil((until.getTime() - clock.now()) / hourMs))
  const change = async (subject: string, body: object) => {
    found(await call('PUT', `users/${encodeURIComponent(subject)}`, body), 'Account')
    changed()
  }

  async function deleteUser(subject: string) {
    await call('DELETE', `users/${encodeURIComponent(subject)}`, {})
    changed()
  }
  const workers = [
    perform(deleteAccount, (_, { subject }) => deleteUser(subject)),
    perform(renameUser, async (_, { subject, username }) => {
      await call('PUT', `users/${encodeURIComponent(subject)}`, { user_metadata: { username } })
      changed()
    }),
  ]

  return {
    async confirmedAddress(subject) {
      const user = serviceKey ? await call('GET', `users/${encodeURIComponent(subject)}`) : null
      return user?.email_confirmed_at && typeof user.email === 'string' ? user.email : null
    },
    workers,
    deleteUser,
    async removeAccount(db, subject) {
      if (!serviceKey) throw new AppError('not_implemented', noRemoval())
      await deleteAccount.enqueue(db, { subject })
    },
    async createAccount({ email, password, username, fullName }) {
      const body = { email, password, email_confirm: true, user_metadata: { username, fullName } }
      const user = await call('POST', 'users', body)
      if (typeof user?.id !== 'string')
        throw new AppError('provider_failed', t('The sign-in service did not create an account.'))
      return { subject: user.id }
    },
    // The site reads the metadata only to create a member, so it can do without the key.
    async renameAccount(db, subject, username) {
      if (serviceKey) await renameUser.enqueue(db, { subject, username })
    },
    setPassword: (subject, password) => change(subject, { password }),
    ban: (subject, until) => change(subject, { ban_duration: until ? `${hoursUntil(until)}h` : 'none' }),
    async removeFactors(subject) {
      const path = `users/${encodeURIComponent(subject)}`
      const { factors } = found(await call('GET', path), 'Account')
      for (const factor of Array.isArray(factors) ? factors.filter(isRecord) : []) {
        await call('DELETE', `${path}/factors/${String(factor.id)}`, {})
      }
      changed()
    },
    async createRecoveryLink(subject) {
      const user = found(await call('GET', `users/${encodeURIComponent(subject)}`), 'Account')
      const link = found(await call('POST', 'generate_link', { type: 'recovery', email: user.email }), 'Account')
      return landingLink(siteUrl, 'recovery', String(link.hashed_token), '/')
    },
  }
}

function refusal(status: number, value: unknown): AppError {
  const answer = isRecord(value) ? value : {}
  const reported = answer.msg ?? answer.message
  const message =
    typeof reported === 'string' ? reported : t('The sign-in service returned status {status}.', { status })
  if (conflicts.has(answer.error_code ?? answer.code)) return new AppError('conflict', message)
  return new AppError(status === 400 || status === 422 ? 'invalid_input' : 'provider_failed', message)
}
const conflicts: ReadonlySet<unknown> = new Set(['email_exists', 'user_already_exists'])
