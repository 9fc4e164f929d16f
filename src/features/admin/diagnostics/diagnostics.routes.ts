import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { isDiagnosticToken } from './diagnostic-tokens.ts'
import { getArrivedRequest } from './diagnostics.contract.ts'

/** The name of the secret that signs tokens. */
export const diagnosticsSecret = 'diagnostics'

export const diagnosticsRoutes = [
  implement(getArrivedRequest, async ({ ctx, query, request, ip }) => {
    const isGenuine = isDiagnosticToken(await siteSecret(ctx, diagnosticsSecret), query.token, ctx.clock.now())
    found(isGenuine || null, 'Page')
    const header = (name: string) => request.headers.get(name)
    return {
      ip,
      forwardedFor: header('x-forwarded-for'),
      forwardedProto: header('x-forwarded-proto'),
      host: header('host'),
    }
  }),
]
