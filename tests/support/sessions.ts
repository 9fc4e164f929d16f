/** An authenticator app as returned by the identity provider. */
export const phone = {
  id: 'app-1',
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-01T10:00:00.000Z',
}

/** Returns the session's user, as the identity provider returns it. */
export const userWith = (factors: object[]) => ({
  id: 'user-1',
  email: 'alice@example.org',
  app_metadata: {},
  user_metadata: {},
  factors,
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const expiresAt = Math.floor(Date.now() / 1000) + 3600

/** Returns a session with that assurance level that lasts one hour, as returned by the identity provider and stored by
 *  the browser. */
export const sessionOn = (aal: 'aal1' | 'aal2', factors: object[] = [phone]) => ({
  access_token: [part({ alg: 'ES256' }), part({ aal, exp: expiresAt, sub: 'user-1' }), part('')].join('.'),
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  refresh_token: 'refresh',
  user: userWith(factors),
})
