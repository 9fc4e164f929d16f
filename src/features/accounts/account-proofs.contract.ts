import * as z from 'zod/mini'

/** Where a member proves again that it is them. It counts for this session and ten minutes. */
export const accountProofPath = '/api/account/proof'

const tooLong = 'Password is too long'
const password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(1024, tooLong))

/** The form of the dialog. */
export const PasswordProof = z.object({ password })

/** The password, or what the device signed: `passkey` is what the identity provider's protocol takes to sign in with one.
 *  Codes of apps and recovery codes are proven to the identity provider itself. */
export const AccountProof = z.union([
  PasswordProof,
  z.object({ passkey: z.object({ challenge_id: z.string(), credential: z.record(z.string(), z.unknown()) }) }),
])
export type AccountProof = z.infer<typeof AccountProof>

export const wrongPassword = 'That’s not your password.'
export const wrongPasskey = 'That passkey doesn’t belong to this account.'
