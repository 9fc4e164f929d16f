import { implement } from '#kernel/implement.ts'
import { gaugesText, type ProcessMetrics, prometheusText, prometheusType } from '#kernel/metrics.ts'
import { getMetrics } from './metrics.contract.ts'
import { checkScraper } from './scraper-access.ts'
import { siteGauges } from './site-gauges.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    metrics: {
      /** The token from METRICS_TOKEN. */
      token: string | null
      /** Returns the metrics of all web processes on this machine, by process. */
      ofProcesses: () => Promise<ReadonlyMap<string, ProcessMetrics>>
    }
  }
}

export const metricsRoutes = [
  implement(getMetrics, async ({ ctx, request, ip }) => {
    checkScraper(request, ip, ctx.metrics.token)
    const [processes, gauges] = await Promise.all([
      ctx.metrics.ofProcesses().then(prometheusText),
      siteGauges(ctx).then(gaugesText),
    ])
    return new Response(`${processes}\n${gauges}`, { headers: { 'content-type': prometheusType } })
  }),
]
