import type { Factor, User, UserIdentity } from '@supabase/auth-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionUserId } from '#web/session.ts'
import type { Faults } from '#web/use-form.ts'
import type { EmailChange, PasswordChange } from './accounts.contract.ts'
import { askIdentity, landingUrl, type Outcome, type Refused } from './identity-client.hooks.ts'
import { setPassword } from './sign-in.hooks.ts'

/** The account at the identity provider. */
export interface Account {
  email: string
  /** The requested address, not yet confirmed from both mailboxes. */
  newEmail: string | null
  /** False if the member signs in only through another site. */
  hasPassword: boolean
  /** Verified authenticator apps. */
  apps: App[]
  hasRecoveryCodes: boolean
  /** Accounts at other sites, with which the member signs in; oldest first. */
  connected: ConnectedAccount[]
}
export interface ConnectedAccount {
  id: string
  /** Such as 'github'. */
  provider: string
  /** The username or email address there; may be empty. */
  name: string
  createdAt: string
}
export interface App {
  id: string
  /** May be empty. */
  name: string
  createdAt: string
}

export const accountQuery = () =>
  queryOptions({
    queryKey: ['/auth/v1/user', sessionUserId()],
    queryFn: async () => {
      const outcome = await askIdentity((auth) => auth.getUser())
      if (!outcome.ok) throw new Error(outcome.message)
      return accountOf(outcome.data.user)
    },
  })

/** Returns the signed-in user's account. */
export const useAccount = () => useQuery(accountQuery())

const accountOf = ({ email = '', new_email: newEmail = '', identities, factors = [] }: User): Account => ({
  email,
  newEmail: newEmail && newEmail !== email ? newEmail : null,
  hasPassword: identities?.some(isEmail) ?? true,
  connected: (identities ?? []).filter((identity) => !isEmail(identity)).map(connectedOf),
  apps: factors.filter(({ factor_type: type, status }) => type === 'totp' && status === 'verified').map(appOf),
  hasRecoveryCodes: factors.some(({ factor_type: type }) => type === 'recovery_code'),
})

const isEmail = ({ provider }: Pick<UserIdentity, 'provider'>) => provider === 'email'

const connectedOf = ({ identity_id: id, provider, identity_data: data, created_at: createdAt = '' }: UserIdentity) => {
  const name: unknown = data?.['user_name']
  return { id, provider, name: typeof name === 'string' ? name : '', createdAt }
}

const appOf = ({ id, friendly_name: name = '', created_at: createdAt }: Factor): App => ({ id, name, createdAt })

/** Changes the email address, immediately or after both mailboxes have confirmed it. */
export function useEmailChange() {
  const cache = useQueryClient()
  return async ({ email }: EmailChange): Promise<Outcome<Account>> => {
    const outcome = await askIdentity((auth) => auth.updateUser({ email }, { emailRedirectTo: landingUrl() }))
    if (!outcome.ok) return outcome
    const account = accountOf(outcome.data.user)
    cache.setQueryData(accountQuery().queryKey, account)
    return { ok: true, data: account }
  }
}

/** Returns a function that disconnects an account. */
export function useDisconnect() {
  const cache = useQueryClient()
  return async ({ id, provider }: ConnectedAccount): Promise<Outcome> => {
    const identity = { id, identity_id: id, user_id: sessionUserId() ?? '', provider }
    const outcome = await askIdentity((auth) => auth.unlinkIdentity(identity))
    await cache.invalidateQueries({ queryKey: accountQuery().queryKey })
    return outcome
  }
}

/** Sets the password of a member who has none. */
export function useFirstPassword() {
  const cache = useQueryClient()
  return async ({ password }: { password: string }): Promise<Outcome> => {
    const outcome = await setPassword(password)
    await cache.invalidateQueries({ queryKey: accountQuery().queryKey })
    return outcome
  }
}

/** Resends the links to both mailboxes. `email`: the current address. */
export const resendEmailChange = (email: string): Promise<Outcome> =>
  askIdentity((auth) => auth.resend({ type: 'email_change', email, options: { emailRedirectTo: landingUrl() } }))

/** Changes the password and ends all other sessions. */
export const changePassword = ({ currentPassword, password }: PasswordChange): Promise<Outcome> =>
  askIdentity((auth) => auth.updateUser({ password, current_password: currentPassword }))

const fields: Record<string, string> = {
  current_password_invalid: 'currentPassword',
  current_password_required: 'currentPassword',
  same_password: 'password',
  weak_password: 'password',
  email_domain_not_allowed: 'email',
}
/** Returns the error for the field that caused the failure, if any. */
export const faultOf = ({ code = '', message }: Refused): Faults | null =>
  Object.hasOwn(fields, code) ? { [fields[code]!]: message } : null
