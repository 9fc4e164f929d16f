import { asAnyone, route } from '#kernel/http.ts'
import { checkDatabase } from './health.store.ts'

export const healthRoutes = [
  // Process-local: a slow database must not have a healthy process replaced.
  route(
    'GET',
    '/healthz',
    asAnyone(() => Promise.resolve({ status: 'ok' })),
  ),
  // Routes exist only once migrations are through; what can still be missing is the database.
  route(
    'GET',
    '/readyz',
    asAnyone(async ({ ctx }) => {
      await checkDatabase(ctx.db)
      return { status: 'ready' }
    }),
  ),
]
