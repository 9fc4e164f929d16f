import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

const password = z
  .string()
  .check(
    z.minLength(1, { error: () => t('Enter your password') }),
    z.maxLength(1024, { error: () => t('Password is too long') }),
  )

/** The dialog's password form. */
export const PasswordProof = z.object({ password })

/** A password, or a passkey assertion in the identity provider's sign-in format. App codes and recovery codes go
 *  directly to the identity provider. */
const AccountProof = z.union([
  PasswordProof,
  z.object({ passkey: z.object({ challenge_id: z.string(), credential: z.record(z.string(), z.unknown()) }) }),
])
export type AccountProof = z.infer<typeof AccountProof>

/** Counts as recent authentication in this session for ten minutes. */
export const proveIdentity = endpoint('POST /api/account/proof', {
  summary: 'Confirm your identity with your password or a passkey',
  access: 'member',
  worksWithoutSecondFactor: true,
  body: AccountProof,
  answer: z.null(),
  limits: [perMember('account-proofs', 30, 5 * 60)],
})
