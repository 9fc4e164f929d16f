import autocannon from 'autocannon'
import type { RunningSite } from '#tests/site.ts'
import { acceptEncoding, startBareServer } from './bare.ts'
import { median, type Row } from './row.ts'

const rounds = 7
const roundSeconds = 3

/** How often a second the anonymous feed page is served, against a bare server with the same answer, turn by turn. */
export async function measureFeedPage({ url, dataDir }: RunningSite): Promise<Row[]> {
  const bare = await startBareServer(url, dataDir)
  const ratios: number[] = []
  try {
    await perSecond(url)
    for (let round = 0; round < rounds; round++) {
      const bareRate = await perSecond(bare.url)
      ratios.push((await perSecond(url)) / bareRate)
    }
  } finally {
    bare.stop()
  }
  return [
    { name: 'feed page served per second, share of bare node:http', figure: median(ratios), limit: { atLeast: 0.7 } },
  ]
}

async function perSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: roundSeconds, headers: acceptEncoding })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`)
  return result.requests.average
}
