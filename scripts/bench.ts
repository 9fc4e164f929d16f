import { measureCards } from '../bench/cards.ts'
import { measureFeedPage } from '../bench/feed-page.ts'
import { measureFeeds } from '../bench/feeds.ts'
import { measureFirstLoad } from '../bench/first-load.ts'
import { measureMarkdown } from '../bench/markdown.ts'
import { measurePostsList } from '../bench/posts-list.ts'
import { isOver, lineOf, type Row } from '../bench/row.ts'
import { measureSearch } from '../bench/search.ts'
import { measureSecondStart } from '../bench/second-start.ts'
import { seedPosts } from '../bench/seed.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/site.ts'

// `npm run bench`: measures the built site and holds it to its limits. See bench/README.md.

const { dataDir, remove } = temporaryDataDir()
try {
  const rows = [
    ...(await withSite(measureFirst)),
    ...(await withSite(measureSecondStart)),
    ...(await withSite(measureSearch)),
    ...measureMarkdown(),
  ]
  for (const row of rows) console.log(lineOf(row))
  process.exitCode = rows.some(isOver) ? 1 : 0
} finally {
  remove()
}

async function measureFirst(site: RunningSite): Promise<Row[]> {
  await seedPosts(dataDir, 10_000)
  return [
    ...(await measureFirstLoad(site)),
    ...(await measurePostsList(site)),
    ...(await measureFeedPage(site)),
    ...(await measureFeeds(site)),
    ...(await measureCards(site)),
  ]
}

async function withSite(measure: (site: RunningSite) => Promise<Row[]>): Promise<Row[]> {
  const site = await startSite(dataDir, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}
