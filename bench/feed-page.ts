import autocannon from 'autocannon'
import type { RunningSite } from '#tests/support/site.ts'
import { acceptEncoding, startBareServer } from './bare.ts'
import { median, type Row } from './row.ts'

const rounds = 7
const roundSeconds = 3

/** Compares the requests per second of the anonymous feed page with those of a bare server that sends the same
 *  response. The two take turns. */
export async function measureFeedPage({ url, dataDir }: RunningSite): Promise<Row[]> {
  const bare = await startBareServer(url, dataDir)
  const ratios: number[] = []
  const rates: number[] = []
  try {
    await perSecond(url)
    for (let round = 0; round < rounds; round++) {
      const bareRate = await perSecond(bare.url)
      rates.push(await perSecond(url))
      ratios.push(rates.at(-1)! / bareRate)
    }
  } finally {
    bare.stop()
  }
  return [
    {
      name: 'feed page: requests per second, share of bare node:http',
      value: median(ratios),
      limit: { atLeast: 0.7 },
      info: `${median(rates).toFixed(0)} per second`,
    },
  ]
}

/** Returns the requests per second that the page can serve. */
export async function perSecond(url: string, seconds = roundSeconds): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: seconds, headers: acceptEncoding })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} returned ${result.non2xx + result.errors} errors.`)
  return result.requests.average
}
