import type { Factor, User } from './users.store.ts'

export const appMetadata = { provider: 'email', providers: ['email'] }

/** Returns the user's metadata, overridden by what the provider has verified. */
export const userMetadata = (user: Pick<User, 'id' | 'email' | 'metadata' | 'confirmedAt'>) => ({
  ...user.metadata,
  email: user.email,
  email_verified: user.confirmedAt !== null,
  phone_verified: false,
  sub: user.id,
})

/** Returns the user in the protocol's format. Omits times that are not set. */
export const userAnswer = (user: User) => ({
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
  app_metadata: { ...appMetadata, ...(user.mustChangePassword && { password_change_required: true }) },
  user_metadata: userMetadata(user),
  identities: [emailIdentity(user)],
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

const times = (all: Record<string, Date | null>) =>
  Object.fromEntries(Object.entries(all).flatMap(([name, time]) => (time ? [[name, time.toISOString()]] : [])))
