import { implement } from '#kernel/implement.ts'
import { checkHealth, checkReadiness } from './health.contract.ts'
import { checkDatabase } from './health.store.ts'

export const healthRoutes = [
  implement(checkHealth, async () => ({ status: 'ok' as const })),
  implement(checkReadiness, async ({ ctx }) => {
    await checkDatabase(ctx.db)
    return { status: 'ready' as const }
  }),
]
