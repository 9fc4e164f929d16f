import { implement } from '#kernel/implement.ts'
import { webStreamOf } from '#kernel/web-stream.ts'
import { allEntries, listEntries } from './audit-log.store.ts'
import { exportAuditLog, getAuditLog } from './audit.contract.ts'
import { exported } from './export-entries.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    auditLog: {
      /** How many days entries are kept: AUDIT_LOG_DAYS. */
      days: number
    }
  }
}

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' }

export const auditRoutes = [
  implement(getAuditLog, async ({ query, ctx }) => ({
    ...(await listEntries(ctx.db, query)),
    days: ctx.auditLog.days,
  })),
  implement(exportAuditLog, async ({ query: { format, ...filter }, ctx }) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return new Response(webStreamOf(exported(format, allEntries(ctx.db, filter))), {
      headers: {
        'content-type': types[format],
        'content-disposition': `attachment; filename="audit-log-${day}.${format}"`,
        'cache-control': 'no-store',
      },
    })
  }),
]
