import { PostList } from '#features/writing/posts/posts.contract.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { durationMs } from './duration.ts'
import { median, msOf, type Row } from './row.ts'

const rounds = 60
const limit = 10

/** Compares pages throughout the posts list with its first page. */
export async function measurePostsList({ url }: RunningSite): Promise<Row[]> {
  const pages = pagesToMeasure(await lastPage(url))
  const durations = new Map<number, number[]>(pages.map((page) => [page, []]))
  for (let round = 0; round < rounds; round++) {
    for (const page of pages)
      durations.get(page)!.push(await durationMs(`${url}/api/posts?limit=${limit}&page=${page}`))
  }
  const medians = pages.map((page) => median(durations.get(page)!))
  const first = medians[0]!
  const row = (name: string, ms: number): Row => ({
    name: `posts list: ${name}, p50 as a multiple of the first page`,
    value: ms / first,
    limit: { atMost: 2 },
    info: msOf(ms, first),
  })
  const middle = medians[Math.floor(medians.length / 2)]!
  return [row('middle page', middle), row('last page', medians.at(-1)!), row('slowest page', Math.max(...medians))]
}

/** The first page, the last page, and nine evenly spaced between them. */
const pagesToMeasure = (last: number): number[] =>
  Array.from({ length: 11 }, (_, index) => Math.max(1, Math.round((last * index) / 10)))

async function lastPage(url: string): Promise<number> {
  const response = await fetch(`${url}/api/posts?limit=${limit}`)
  return PostList.parse(await response.json()).totalPages
}
