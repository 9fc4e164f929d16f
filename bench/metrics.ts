import type { RunningSite } from '#tests/support/site.ts'
import { perSecond } from './feed-page.ts'
import { median, type Row } from './row.ts'

export const metricsToken = 'token-of-the-benchmark'
const rounds = 7
/** Prometheus usually scrapes every 15 seconds. */
const scrapeMs = 1000

/** Compares the requests per second of the anonymous feed page with and without metrics being scraped every second.
 *  The two take turns. */
export async function measureMetrics({ url }: RunningSite): Promise<Row[]> {
  const ratios: number[] = []
  const durations: number[] = []
  await perSecond(url)
  for (let round = 0; round < rounds; round++) {
    const rate = await perSecond(url)
    const timer = setInterval(() => void scrape(url).then((ms) => durations.push(ms)), scrapeMs)
    ratios.push((await perSecond(url)) / rate)
    clearInterval(timer)
  }
  return [
    {
      name: 'feed page while metrics are scraped every second: requests per second, share',
      value: median(ratios),
      limit: { atLeast: 0.9 },
      info: `a scrape takes ${median(durations).toFixed(0)} ms`,
    },
  ]
}

/** @returns how long it took @throws Error if the site does not return metrics */
async function scrape(url: string): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`/metrics returned status ${response.status}: ${text}`)
  return performance.now() - startedMs
}
