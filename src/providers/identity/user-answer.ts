import { type ExternalProviders, issuersOf } from './external-provider.ts'
import type { ConnectedAccount, Factor, User } from './users.store.ts'

/** Returns how the user can sign in. */
export function appMetadata({ passwordHash, connectedAccounts }: Pick<User, 'passwordHash' | 'connectedAccounts'>) {
  const providers = [...(passwordHash === null ? [] : ['email']), ...connectedAccounts.map(({ provider }) => provider)]
  return { provider: providers[0] ?? 'email', providers }
}

/** Returns the user's metadata, overridden by what the provider has verified. */
export const userMetadata = (user: Pick<User, 'id' | 'email' | 'metadata' | 'confirmedAt'>) => ({
  ...user.metadata,
  email: user.email,
  email_verified: user.confirmedAt !== null,
  phone_verified: false,
  sub: user.id,
})

/** Returns the user in the protocol's format. Omits times that are not set, and accounts at providers that are no
 *  longer configured. */
export const userAnswer = ({ external }: { external: ExternalProviders }, user: User) => ({
  id: user.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: user.email,
  phone: '',
  ...times({
    email_confirmed_at: user.confirmedAt,
    confirmed_at: user.confirmedAt,
    confirmation_sent_at: user.confirmationSentAt,
    recovery_sent_at: user.recoverySentAt,
    email_change_sent_at: user.emailChangeSentAt,
    last_sign_in_at: user.lastSignInAt,
  }),
  ...(user.newEmail !== null && { new_email: user.newEmail }),
  app_metadata: { ...appMetadata(user), ...(user.mustChangePassword && { password_change_required: true }) },
  user_metadata: userMetadata(user),
  identities: [
    ...(user.passwordHash === null ? [] : [emailIdentity(user)]),
    ...user.connectedAccounts
      .filter(({ issuer }) => issuersOf(external).includes(issuer))
      .map((account) => connectedIdentity(user, account)),
  ],
  ...(user.factors.length > 0 && { factors: user.factors.map(factorAnswer) }),
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  is_anonymous: false,
})

const factorAnswer = (factor: Factor) => ({
  id: factor.id,
  ...(factor.name !== '' && { friendly_name: factor.name }),
  factor_type: factor.kind,
  status: factor.isVerified ? 'verified' : 'unverified',
  created_at: isoTime(factor.createdAt),
  updated_at: isoTime(factor.updatedAt),
  ...(factor.challengedAt !== null && { last_challenged_at: isoTime(factor.challengedAt) }),
})

const isoTime = (text: string) => new Date(text).toISOString()

const emailIdentity = (user: User) => ({
  identity_id: user.id,
  id: user.id,
  user_id: user.id,
  identity_data: userMetadata(user),
  provider: 'email',
  last_sign_in_at: (user.lastSignInAt ?? user.createdAt).toISOString(),
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  email: user.email,
})

const connectedIdentity = ({ id: userId }: User, account: ConnectedAccount) => ({
  identity_id: account.id,
  id: account.subject,
  user_id: userId,
  identity_data: { sub: account.subject, user_name: account.name },
  provider: account.provider,
  last_sign_in_at: isoTime(account.lastSignInAt ?? account.createdAt),
  created_at: isoTime(account.createdAt),
  updated_at: isoTime(account.lastSignInAt ?? account.createdAt),
})

const times = (all: Record<string, Date | null>) =>
  Object.fromEntries(Object.entries(all).flatMap(([name, time]) => (time ? [[name, time.toISOString()]] : [])))
