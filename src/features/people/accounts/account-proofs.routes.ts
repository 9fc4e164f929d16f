import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { proveIdentity } from './account-proofs.contract.ts'

export const accountProofRoutes = [
  implement(proveIdentity, async ({ ctx, request, body: proof, ip }) => {
    const authorization = request.headers.get('authorization') ?? undefined
    if (await ctx.identity.prove(authorization, proof, ip)) return null
    const [path, message] =
      'password' in proof
        ? ['password', t('That’s not your password.')]
        : ['passkey', t('That passkey doesn’t belong to this account.')]
    throw new AppError('invalid_input', message, { issues: [{ path, message }] })
  }),
]
