import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { proveIdentity, wrongPasskey, wrongPassword } from './account-proofs.contract.ts'

export const accountProofRoutes = [
  implement(proveIdentity, async ({ ctx, request, body: proof, ip }) => {
    const authorization = request.headers.get('authorization') ?? undefined
    if (await ctx.identity.prove(authorization, proof, ip)) return null
    const [path, message] = 'password' in proof ? ['password', wrongPassword] : ['passkey', wrongPasskey]
    throw new AppError('invalid_input', message, { issues: [{ path, message }] })
  }),
]
