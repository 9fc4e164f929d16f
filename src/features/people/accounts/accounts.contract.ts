import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { FullName } from '#features/people/profiles/profiles.contract.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'

/** Source: docs/product.md, Calls. */
export const getIdentityConfig = endpoint('GET /api/config/supabase', {
  summary: 'Get the URL and the public key of the sign-in service',
  access: 'anyone',
  answer: z.object({ url: z.string(), anonKey: z.string() }),
})
export const createRecoveryLink = endpoint('POST /api/admin/recovery-links', {
  summary: 'Create a password reset link for a member',
  access: 'admin',
  body: z.object({ username: z.string() }),
  answer: z.object({ link: z.string() }),
  creates: true,
  needsRecentProof: true,
})

const email = z.string().check(z.trim(), z.email('Please enter a valid email address'))
const password = (minLength: number) =>
  z.string().check(z.minLength(minLength, `Password must be at least ${minLength} characters`))

/** The sign-in form. The password may be older than today's rules. Source: docs/product.md, Validation. */
export const Login = z.object({ email, password: password(6) })

/** The registration form. Source: docs/product.md, Validation. */
export const registration = (minPasswordLength: number) =>
  z.object({ email, password: password(minPasswordLength), username: Username, fullName: FullName })

/** Asking for a mail that leads to a new password. */
export const Recovery = z.object({ email })
/** The new password itself. */
export const newPassword = (minPasswordLength: number) => z.object({ password: password(minPasswordLength) })

/** It may be older than today's rules. */
const currentPassword = z.string().check(z.minLength(1, 'Please enter your current password'))
/** The account's new address. */
export const EmailChange = z.object({ email })
/** A new password by whoever knows the old one. */
export const passwordChange = (minPasswordLength: number) =>
  z.object({ currentPassword, password: password(minPasswordLength) })

/** The code that an authenticator app shows. People type what they see: in two groups. */
export const AppCode = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(' ', '')),
    z.regex(/^\d{6}$/, 'Please enter the six digits that your app shows'),
  ),
  appId: z.optional(z.string()),
})
export const RecoveryCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Please enter a recovery code')),
})
/** What the member calls an authenticator app. */
export const AppName = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please give the app a name'), z.maxLength(100, 'At most 100 characters')),
})

export type Login = z.infer<typeof Login>
export type Registration = z.infer<ReturnType<typeof registration>>
export type EmailChange = z.infer<typeof EmailChange>
export type PasswordChange = z.infer<ReturnType<typeof passwordChange>>

/** Where to go after signing in: `?next=` when it is a path of this site, else the feed. */
export function nextPath(next: string | null | undefined): string {
  if (!next || !next.startsWith('/')) return '/'
  const origin = 'https://site.invalid'
  try {
    const { origin: place, pathname, search, hash } = new URL(next, origin)
    // What the parser has left of `/.//` would be the name of another host.
    return place === origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}
