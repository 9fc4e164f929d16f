import { measureCards } from '../bench/cards.ts'
import { measureChat } from '../bench/chat.ts'
import { measureDiscussedPost } from '../bench/discussed-post.ts'
import { measureFeedPage } from '../bench/feed-page.ts'
import { measureFeeds } from '../bench/feeds.ts'
import { measureFirstLoad } from '../bench/first-load.ts'
import { measureFollows } from '../bench/follows.ts'
import { measureGithub } from '../bench/github.ts'
import { measureHeavyPosts } from '../bench/heavy-posts.ts'
import { measureMarkdown } from '../bench/markdown.ts'
import { measurePostsList } from '../bench/posts-list.ts'
import { measureProjects } from '../bench/projects.ts'
import { isOver, lineOf, type Row } from '../bench/row.ts'
import { measureSearch } from '../bench/search.ts'
import { measureSecondStart } from '../bench/second-start.ts'
import { seedPosts } from '../bench/seed.ts'
import { measureStreams } from '../bench/streams.ts'
import { measureSponsors } from '../bench/sponsors.ts'
import { measureWatchedStream } from '../bench/watched-stream.ts'
import { measureWebmentionBurst, startLikingSite } from '../bench/webmention-burst.ts'
import { freePort, type RunningSite, startSite, temporaryDataDir } from '#tests/site.ts'

// `npm run bench`: measures the built site and holds it to its limits. See bench/README.md.

const { dataDir, remove } = temporaryDataDir()
const likingSite = await startLikingSite()
const rtmpPort = await freePort()
try {
  const rows = [
    ...(await withSite(measureFirst)),
    ...(await withSite(measureSecondStart)),
    ...(await withSite(measureWebmentions)),
    ...(await withSite((site) => measureStreams(site, rtmpPort))),
    ...(await withSite((site) => measureWatchedStream(site, rtmpPort))),
    ...(await withSite(measureChat, { TRUST_PROXY: '1' })),
    ...(await withSite(measureSearch)),
    ...(await withSite(measureFollows)),
    ...(await withSite(measureProjects)),
    ...(await withSite(measureSponsors)),
    ...measureMarkdown(),
  ]
  for (const row of rows) console.log(lineOf(row))
  process.exitCode = rows.some(isOver) ? 1 : 0
} finally {
  likingSite.stop()
  remove()
}

async function measureFirst(site: RunningSite): Promise<Row[]> {
  await seedPosts(dataDir, 10_000)
  return [
    ...(await measureFirstLoad(site)),
    ...(await measurePostsList(site)),
    ...(await measureFeedPage(site)),
    ...(await measureFeeds(site)),
    ...(await measureHeavyPosts(site)),
    ...(await measureCards(site)),
    ...(await measureGithub(site)),
  ]
}

async function measureWebmentions(site: RunningSite): Promise<Row[]> {
  return [...(await measureDiscussedPost(site)), ...(await measureWebmentionBurst(site, likingSite.host))]
}

async function withSite(
  measure: (site: RunningSite) => Promise<Row[]>,
  more: Record<string, string> = {},
): Promise<Row[]> {
  const settings = {
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: likingSite.host,
    RTMP_PORT: String(rtmpPort),
    ...more,
  }
  const site = await startSite(dataDir, settings)
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}
