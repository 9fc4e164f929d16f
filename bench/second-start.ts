import { execFileSync } from 'node:child_process'
import autocannon from 'autocannon'
import type { RunningSite } from '#tests/site.ts'
import type { Row } from './row.ts'

/** A start on data that is there: how long it takes, and what the process holds after 10,000 requests of the feed. */
export async function measureSecondStart({ url, pid, startMs }: RunningSite): Promise<Row[]> {
  await autocannon({ url, connections: 20, amount: 10_000, headers: { 'accept-encoding': 'br' } })
  return [
    { name: 'second start until /readyz, seconds', figure: startMs / 1000, limit: { atMost: 5 } },
    {
      name: 'memory of the process after 10,000 feed requests, MB',
      figure: childMegabytes(pid),
      limit: { atMost: 250 },
    },
  ]
}

/** Resident memory of the largest child of that process. */
export function childMegabytes(pid: number): number {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return Math.max(...rows.flatMap(([parent, kilobytes]) => (parent === pid ? [kilobytes! / 1024] : [])))
}
