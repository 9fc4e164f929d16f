import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#kernel/http.ts'
import type { SiteGauge } from '#kernel/metrics.ts'
import { withStatementLimit } from '#kernel/statement-limit.ts'

/** Prometheus waits ten seconds for all metrics by default. */
const patienceMs = 4000
const statementLimitMs = 3000

/** Returns the features' gauges. If the database is unavailable, reports only that. */
export async function siteGauges(ctx: Context): Promise<SiteGauge[]> {
  const reading = withStatementLimit(statementLimitMs, () =>
    Promise.all(ctx.features.map(async ({ gauges }) => (await gauges?.(ctx)) ?? [])),
  ).catch((err: unknown) => {
    ctx.log.warn({ err }, 'metrics: failed to read the database')
    return null
  })
  const gauges = await Promise.race([reading, sleep(patienceMs, null, { ref: false })])
  return [isUp(gauges !== null), ...(gauges ?? []).flat()]
}

const isUp = (isAvailable: boolean): SiteGauge => ({
  name: 'database_up',
  help: 'Whether the database responds: 1 or 0. If it does not, metrics read from it are missing.',
  values: [{ value: Number(isAvailable) }],
})
