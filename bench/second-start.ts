import { execFileSync } from 'node:child_process'
import path from 'node:path'
import autocannon from 'autocannon'
import type { RunningSite } from '#tests/support/site.ts'
import { acceptEncoding } from './bare.ts'
import { childrenOf, memoryMbOf } from './process.ts'
import { median, msOf, type Row } from './row.ts'

const starts = 5

/** Measures startup with existing data, and the memory of the server after 10,000 requests for the feed page. */
export async function measureSecondStart(site: RunningSite): Promise<Row[]> {
  await autocannon({ url: site.url, connections: 20, amount: 10_000, headers: acceptEncoding })
  const memoryMb = memoryMbOf(childrenOf(site.pid)[0]!)
  const [startMs, bareMs]: number[][] = [[], []]
  for (let round = 0; round < starts; round++) {
    await site.stop()
    bareMs!.push(bareStartMs())
    const startedMs = performance.now()
    await site.again()
    startMs!.push(performance.now() - startedMs)
  }
  return [
    {
      name: 'second start until /readyz, p50 as a multiple of loading its libraries',
      value: median(startMs!) / median(bareMs!),
      limit: { atMost: 3.5 },
      info: msOf(median(startMs!), median(bareMs!)),
    },
    { name: 'server memory after 10,000 requests for the feed page, MB', value: memoryMb, limit: { atMost: 250 } },
  ]
}

function bareStartMs(): number {
  const startedMs = performance.now()
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'bare-start.ts')])
  return performance.now() - startedMs
}
