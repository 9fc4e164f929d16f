import * as z from 'zod/mini'

/** Where a member confirms their identity. The proof is valid for this session, for ten minutes. */
export const accountProofPath = '/api/account/proof'

const tooLong = 'Password is too long'
const password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(1024, tooLong))

/** The dialog's password form. */
export const PasswordProof = z.object({ password })

/** A password, or a passkey assertion in the form that the identity provider's protocol accepts for a sign-in. App codes
 *  and recovery codes are sent to the identity provider itself. */
export const AccountProof = z.union([
  PasswordProof,
  z.object({ passkey: z.object({ challenge_id: z.string(), credential: z.record(z.string(), z.unknown()) }) }),
])
export type AccountProof = z.infer<typeof AccountProof>

export const wrongPassword = 'That’s not your password.'
export const wrongPasskey = 'That passkey doesn’t belong to this account.'
