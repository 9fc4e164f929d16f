import type {} from '#providers/identity/identity.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { identityConfigPath } from './accounts.contract.ts'

export const accountRoutes = [
  route(
    'GET',
    identityConfigPath,
    asAnyone(({ ctx }) => Promise.resolve(ctx.identity.browserConfig())),
  ),
]
