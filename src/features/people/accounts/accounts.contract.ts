import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { FullName } from '#features/people/profiles/new-profile.contract.ts'
import { Username } from '#features/people/profiles/usernames.contract.ts'

/** Source: docs/product.md, Calls. */
export const getIdentityConfig = endpoint('GET /api/config/supabase', {
  summary: 'Get the sign-in service’s URL and public key',
  access: 'anyone',
  answer: z.object({ url: z.string(), anonKey: z.string() }),
})
/** Lets people who are waiting for approval find out whether they have been approved. Both are false for callers whose
 *  session is missing or has ended. */
export const getMembership = endpoint('GET /api/account/membership', {
  summary: 'Check whether you are a member of this site',
  access: 'anyone',
  answer: z.object({ isMember: z.boolean(), isWaiting: z.boolean() }),
})
export const createRecoveryLink = endpoint('POST /api/admin/recovery-links', {
  summary: 'Create a password reset link for a member',
  access: 'admin',
  body: z.object({ username: z.string() }),
  answer: z.object({ link: z.string() }),
  creates: true,
  needsRecentProof: true,
})

const email = z.string().check(z.trim(), z.email({ error: () => t('Please enter a valid email address') }))
const password = (minLength: number) =>
  z
    .string()
    .check(
      z.minLength(minLength, { error: () => t('Password must be at least {minLength} characters', { minLength }) }),
    )

/** The sign-in form. The password may predate the current rules. Source: docs/product.md, Validation. */
export const Login = z.object({ email, password: password(6) })

/** The registration form. Source: docs/product.md, Validation. */
export const registration = (minPasswordLength: number) =>
  z.object({ email, password: password(minPasswordLength), username: Username, fullName: FullName })

/** The forms that request a link by email. */
export const LinkRequest = z.object({ email })
/** Returns the new-password form's schema. */
export const newPassword = (minPasswordLength: number) => z.object({ password: password(minPasswordLength) })

/** May predate the current rules. */
const currentPassword = z.string().check(z.minLength(1, { error: () => t('Enter your current password') }))
/** The form for changing the email address. */
export const EmailChange = z.object({ email })
/** Returns the change-password form's schema. */
export const passwordChange = (minPasswordLength: number) =>
  z.object({ currentPassword, password: password(minPasswordLength) })

/** A code from an authenticator app. Members may type it in two groups, as apps display it. */
export const AppCode = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(' ', '')),
    z.regex(/^\d{6}$/, { error: () => t('Enter the six digits from your app') }),
  ),
  appId: z.optional(z.string()),
})
export const RecoveryCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, { error: () => t('Enter a recovery code') })),
})
/** The name of an authenticator app. */
export const AppName = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t('Enter a name for the app') }),
      z.maxLength(100, { error: () => t('Use at most 100 characters') }),
    ),
})

export type Login = z.infer<typeof Login>
export type Registration = z.infer<ReturnType<typeof registration>>
export type EmailChange = z.infer<typeof EmailChange>
export type PasswordChange = z.infer<ReturnType<typeof passwordChange>>

/** Returns where to go after signing in: `?next=` if it is a path on this site, otherwise the feed. */
export function nextPath(next: string | null | undefined): string {
  if (!next || !next.startsWith('/')) return '/'
  const origin = 'https://site.invalid'
  try {
    const { origin: place, pathname, search, hash } = new URL(next, origin)
    // The parser turns `/.//` into `//`, which would be another host.
    return place === origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}
