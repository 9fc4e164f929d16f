import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { measureBackup } from '../bench/backup.ts'
import { measureCards } from '../bench/social-images.ts'
import { measureChat } from '../bench/chat.ts'
import { measureDiscussedPost } from '../bench/discussed-post.ts'
import { measureFeedPage } from '../bench/feed-page.ts'
import { measureFeeds } from '../bench/feeds.ts'
import { measureFirstLoad } from '../bench/first-load.ts'
import { measureFollows } from '../bench/follows.ts'
import { measureGithub } from '../bench/github.ts'
import { measureHeavyPosts } from '../bench/heavy-posts.ts'
import { measureImport } from '../bench/import.ts'
import { measureInp } from '../bench/inp.ts'
import { measureLayoutShift } from '../bench/layout-shift.ts'
import { measureMarkdown } from '../bench/markdown.ts'
import { measureMemory } from '../bench/memory.ts'
import { measureMetrics, metricsToken } from '../bench/metrics.ts'
import { measurePostsList } from '../bench/posts-list.ts'
import { measureProjects } from '../bench/projects.ts'
import { isOver, lineOf, type Row } from '../bench/row.ts'
import { measureSearch } from '../bench/search.ts'
import { measureSecondStart } from '../bench/second-start.ts'
import { seedPosts } from '../bench/seed.ts'
import { measureSponsors } from '../bench/sponsors.ts'
import { measureStreams } from '../bench/streams.ts'
import { measureUncachedPages } from '../bench/uncached-pages.ts'
import { measureWatchedStream } from '../bench/watched-stream.ts'
import { measureWebmentionBurst, startLikingSite } from '../bench/webmention-burst.ts'
import { measureWrites, settingsForWrites } from '../bench/writes.ts'
import { freePort, type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'

// `npm run bench [-- PART …] [--json FILE] [--against FILE]`: measures the built site and exits with code 1 when a value
// exceeds its limit. See bench/README.md.

const seededPosts = 10_000
const rtmpPort = await freePort()

interface Part {
  measure: (site: RunningSite, likingHost: string) => Row[] | Promise<Row[]>
  settings?: Record<string, string>
}

/** Each part runs on the same freshly started site, in this order: later parts add more data. */
const parts: Record<string, Part> = {
  'first-load': { measure: measureFirstLoad },
  inp: { measure: measureInp },
  'layout-shift': { measure: measureLayoutShift },
  memory: { measure: measureMemory },
  'posts-list': { measure: measurePostsList },
  'uncached-pages': { measure: measureUncachedPages },
  'feed-page': { measure: measureFeedPage },
  metrics: { measure: measureMetrics, settings: { METRICS_TOKEN: metricsToken } },
  feeds: { measure: measureFeeds },
  'heavy-posts': { measure: measureHeavyPosts },
  cards: { measure: measureCards },
  'second-start': { measure: measureSecondStart },
  github: { measure: measureGithub },
  'discussed-post': { measure: measureDiscussedPost },
  writes: { measure: measureWrites, settings: settingsForWrites },
  webmentions: { measure: measureWebmentionBurst },
  streams: { measure: (site) => measureStreams(site, rtmpPort) },
  'watched-stream': { measure: (site) => measureWatchedStream(site, rtmpPort) },
  chat: { measure: measureChat, settings: { TRUST_PROXY: '1' } },
  search: { measure: measureSearch },
  follows: { measure: measureFollows },
  projects: { measure: measureProjects },
  sponsors: { measure: measureSponsors },
  import: { measure: measureImport },
  backup: { measure: measureBackup },
  markdown: { measure: measureMarkdown },
}

const { positionals: chosen, values: options } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, against: { type: 'string' } },
})
const earlier = options.against === undefined ? null : readRows(options.against)
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Available parts: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
const rows = await measureParts(Object.entries(parts).filter(([name]) => chosen.length === 0 || chosen.includes(name)))
if (options.json !== undefined) fs.writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`)
process.exitCode = rows.some(isOver) ? 1 : 0

function readRows(file: string): Map<string, number> {
  const stored: Row[] = JSON.parse(fs.readFileSync(file, 'utf8'))
  return new Map(stored.map(({ name, value }) => [name, value]))
}

async function measureParts(selected: [string, Part][]): Promise<Row[]> {
  const { dataDir, remove } = temporaryDataDir()
  const likingSite = await startLikingSite()
  const rows: Row[] = []
  try {
    await seedPosts(dataDir, seededPosts)
    for (const [, part] of selected) {
      const measured = await withSite(dataDir, likingSite.host, part)
      for (const row of measured) console.log(lineOf(row, earlier?.get(row.name)))
      rows.push(...measured)
    }
    return rows
  } finally {
    likingSite.stop()
    remove()
  }
}

async function withSite(dataDir: string, likingHost: string, { measure, settings }: Part): Promise<Row[]> {
  const site = await startSite(dataDir, {
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: likingHost,
    RTMP_PORT: String(rtmpPort),
    ...settings,
  })
  try {
    return await measure(site, likingHost)
  } finally {
    await site.stop()
  }
}
