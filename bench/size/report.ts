import type { Figures } from './measure.ts'
import { type LoggedStatement, statementsOf } from './plans.ts'
import type { Caller } from './requests.ts'
import type { SizedSite } from './sites.ts'

/** The highest ratio to the smallest site: 1.3 up to 100,000 posts, and 2 above. */
const limitOf = (posts: number): number => (posts > 100_000 ? 2 : 1.3)
/** Smaller differences in CPU time are noise. */
const noiseMs = 0.3

interface SizeRow {
  name: string
  posts: number
  caller: Caller
  path: string
  status: number
  ratio: number
  isOver: boolean
  cpuMs: number
  baselineMs: number
  databaseMs: number
  ms: number
  bytesRatio: number
}

/** Prints a line for each request that exceeds its limit, slowest first, each with its slowest statement, and a
 *  summary. */
export async function reportSizes(
  figures: Figures[],
  sites: SizedSite[],
): Promise<{ isOver: boolean; rows: SizeRow[] }> {
  const rows = figures.flatMap(rowsOf)
  for (const sized of sites) {
    const slow = rows
      .filter(({ isOver, posts }) => isOver && posts === sized.scale.posts)
      .toSorted((a, b) => b.ratio - a.ratio)
    const statements = await statementsOf(sized, slow)
    for (const [index, row] of slow.entries()) console.log(lineOf(row) + detailsOf(statements[index]?.[0]))
  }
  const failed = rows.filter(({ status }) => status >= 400)
  for (const { name, posts, status, path } of failed)
    console.log(`${name} with ${posts} posts: status ${status} ${path}`)
  const over = rows.filter(({ isOver }) => isOver).length
  console.log(`${figures.length} requests; ${over} of ${rows.length} ratios exceed their limits`)
  return { isOver: over > 0 || failed.length > 0, rows }
}

function rowsOf({ name, bySize }: Figures): SizeRow[] {
  const [[, baseline] = [], ...larger] = [...bySize]
  if (!baseline) return []
  return larger.map(([posts, { caller, path, status, bytes, cpuMs, databaseMs, ms }]) => {
    const ratio = cpuMs / baseline.cpuMs
    const isOver = ratio > limitOf(posts) && cpuMs - baseline.cpuMs > noiseMs
    return {
      name,
      posts,
      caller,
      path,
      status,
      ratio,
      isOver,
      cpuMs,
      baselineMs: baseline.cpuMs,
      databaseMs,
      ms,
      bytesRatio: bytes / baseline.bytes,
    }
  })
}

const lineOf = ({ name, posts, ratio, cpuMs, baselineMs, databaseMs, ms, bytesRatio }: SizeRow): string =>
  `${name.padEnd(80)} ${String(posts).padStart(8)} ${ratio.toFixed(2).padStart(7)} ×  CPU ${cpuMs.toFixed(2)} ms (database ${databaseMs.toFixed(2)}), baseline ${baselineMs.toFixed(2)} ms, elapsed ${ms.toFixed(1)} ms, bytes ${bytesRatio.toFixed(2)} ×`

const maxPlanLength = 4000

const detailsOf = (statement: LoggedStatement | undefined): string =>
  statement
    ? `\n  ${statement.ms.toFixed(1)} ms: ${statement.plan.slice(0, maxPlanLength).replaceAll('\n', '\n  ')}`
    : ''
