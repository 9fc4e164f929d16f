import { AppError } from '#kernel/errors.ts'
import { asMember, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { AccountProof, accountProofPath, wrongPasskey, wrongPassword } from './account-proofs.contract.ts'

export const accountProofRoutes = [
  route(
    'POST',
    accountProofPath,
    asMember(async ({ ctx, request, body, ip }) => {
      const proof = AccountProof.parse(await body())
      const authorization = request.headers.get('authorization') ?? undefined
      if (await ctx.identity.prove(authorization, proof, ip)) return null
      const [path, message] = 'password' in proof ? ['password', wrongPassword] : ['passkey', wrongPasskey]
      throw new AppError('invalid_input', message, { issues: [{ path, message }] })
    }),
    { limits: [perMember('account-proofs', 30, 5 * 60)] },
  ),
]
