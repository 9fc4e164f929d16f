import assert from 'node:assert/strict'
import path from 'node:path'
import { test, vi } from 'vitest'
import { runImport } from '#app/run-import.ts'
import { many, one, run } from '#kernel/db.ts'
import { cancelSchedule } from '#features/writing/draft-schedules/draft-schedules.contract.ts'
import { discardDraft } from '#features/writing/drafts/drafts.contract.ts'
import { folderOf } from '#tests/support/folders.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { testConnection } from '#tests/support/database.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { type ServedSite, servedSite } from '#tests/trust/setup/served-site.ts'
import { reportText } from './import-report.contract.ts'
import { readSource } from './read-source.ts'
import type { SourceSite } from './source-site.ts'

const fixture = (name: string) => path.join('tests/fixtures/imports', name)

async function movedSite() {
  const site = await servedSite({ OWNER_USERNAME: 'alice' })
  const token = await site.register('alice')
  const importFrom = async (source: string, isDryRun = false) =>
    runImport(site.config, { db: site.db, connection: await testConnection() }, site.ctx.log, {
      member: 'alice',
      source,
      from: null,
      isDryRun,
    })
  return { ...site, token, run: importFrom }
}

/** Returns the old addresses of lists and of everything that was published on import. */
function addressesOf({ posts, lists = [], redirects = [] }: SourceSite, published: Set<string>): string[] {
  const pathOf = (address: string) => {
    const url = new URL(address, 'https://source.invalid')
    return url.pathname + url.search
  }
  const ofPosts = posts.filter(({ key }) => published.has(key)).flatMap(({ addresses }) => addresses.map(pathOf))
  const ofLists = [...lists, ...redirects.filter(({ to }) => !to.endsWith('/*'))]
    .map(({ from }) => from.replace(/\/\*$/, '/x'))
    .filter((from) => from !== '/x')
  return [...new Set([...ofPosts, ...ofLists])]
}

/** Requests an address and follows at most one redirect. */
async function after(site: Pick<ServedSite, 'ask'>, address: string): Promise<string> {
  const first = await site.ask(encodeURI(decodeURI(address)))
  if (first.status === 200) return 'ok'
  const location = first.headers['location']
  if (location === undefined) return `${address}: ${first.status}`
  if (/^https?:/.test(location)) return 'ok'
  const second = await site.ask(location.split('#')[0]!)
  return second.status === 200 ? 'ok' : `${address} → ${location}: ${second.status}`
}

test.each([
  'hugo',
  'jekyll',
  'astro',
  'eleventy',
  'docusaurus',
  'hexo',
  'zola',
  'gatsby',
  'next',
  'ghost',
  'wordpress.xml',
  'wordpress-comments.xml',
])('resolves every old URL of %s after at most one redirect', async (name) => {
  const site = await movedSite()
  const dry = await site.run(fixture(name), true)
  assert.deepEqual(await many(site.db)`select from redirects`, [])
  const report = await site.run(fixture(name))
  assert.deepEqual([dry.posts.length, dry.pages.length], [report.posts.length, report.pages.length])
  assert.deepEqual([dry.redirectsRejected, report.redirectsRejected], [[], []])
  await new Promise((resolve) => setTimeout(resolve, 1100)) // cached documents
  const source = await readSource(fixture(name), {
    fetch: createSafeFetch({ allow: [], userAgent: 'test' }),
    blueskyApiUrl: 'http://localhost',
  })
  const published = new Set([...report.posts, ...report.pages.filter(({ address }) => address)].map(({ key }) => key))
  const addresses = addressesOf(source, published)
  source.close?.()
  assert.ok(addresses.length > 3, addresses.join(', '))
  const failed = []
  for (const address of addresses) {
    const verdict = await after(site, address)
    if (verdict !== 'ok') failed.push(verdict)
  }
  assert.deepEqual(failed, [])

  const counts = () =>
    one(site.db)`
      select (select count(*)::int from posts) as posts, (select count(*)::int from site_pages) as pages,
        (select count(*)::int from redirects) as redirects`
  const before = await counts()
  await site.run(fixture(name))
  assert.deepEqual(await counts(), before)
})

test('redirects the feeds of tags, series, and authors to the feeds of the same posts', async () => {
  const site = await movedSite()
  for (const name of ['wordpress-comments.xml', 'hugo']) await site.run(fixture(name))
  for (const [from, to] of [
    ['/tag/hoops/feed/', '/tag/hoops/rss.xml'],
    ['/category/wood/oak/feed/', '/tag/oak-ash/rss.xml'],
    ['/author/ann-cooper/feed/', '/profile/alice/rss.xml'],
    ['/series/setting-up/index.xml', '/series/setting-up/rss.xml'],
    ['/feed/atom/', '/blog/atom.xml'],
    ['/index.json', '/blog/feed.json'],
  ] as const) {
    const { status, headers } = await site.ask(from)
    assert.deepEqual([from, status, headers['location']], [from, 301, to])
    assert.equal((await site.ask(to)).status, 200, to)
  }
})

test('adds no pages or redirects when importing for a member who is not the owner', async () => {
  const site = await movedSite()
  await site.register('bob')
  const report = await runImport(site.config, { db: site.db, connection: await testConnection() }, site.ctx.log, {
    member: 'bob',
    source: fixture('hugo'),
    from: null,
    isDryRun: false,
  })
  assert.equal(report.pages.length, 0)
  assert.equal(report.redirects, 0)
  assert.match(JSON.stringify(report.notes), /only administrators can add pages/)
  assert.ok(report.redirectsSkipped > 0)
  assert.deepEqual(await many(site.db)`select from redirects`, [])
})

const text = 'An article needs at least fifty characters, and this one has more.'

test('reports each redirect that cannot be added, with its file and the reason', async () => {
  const site = await movedSite()
  const folder = await folderOf({
    'hugo.toml': 'baseURL = "https://old.example"',
    'content/posts/loop.md': `---\ntitle: A loop\ndate: 2020-01-02\naliases: [/api/old, /fine]\n---\n\n${text}\n`,
    'static/_redirects': '/x /y\n/y /x\n/good /posts/loop/\n',
  })
  const expected = [
    ['content/posts/loop.md', '/api/old', /Paths under \/api/],
    ['static/_redirects', '/y', /create a redirect loop: \/y → \/x → \/y/],
  ] as const
  for (const isDryRun of [true, false]) {
    const report = await site.run(folder, isDryRun)
    const rejected = report.redirectsRejected
    assert.deepEqual(
      rejected.map(({ key, from }) => [key, from]),
      expected.map(([key, from]) => [key, from]),
    )
    for (const [place, [key, from, why]] of expected.entries()) {
      assert.match(rejected[place]!.why, why)
      assert.match(reportText(report), new RegExp(`Old addresses that do not redirect:[^]*${key}: ${from}: `))
    }
  }
  const pairs = await many<{ from: string }>(site.db)`select from_path as "from" from redirects order by 1`
  assert.deepEqual(
    pairs.map(({ from }) => from).filter((from) => ['/api/old', '/fine', '/good', '/x', '/y'].includes(from)),
    ['/fine', '/good', '/x'],
  )

  await run(site.db)`update redirects set origin = 'manual', target = '/mine' where from_path = '/fine'`
  const again = await site.run(folder)
  const conflict = again.redirectsRejected.find(({ from }) => from === '/fine')
  assert.deepEqual(
    [conflict?.key, conflict?.why],
    ['content/posts/loop.md', 'There is already a redirect from /fine to /mine.'],
  )
  assert.equal(again.redirects + again.redirectsRejected.length, (await site.run(folder)).redirects + 3)
})

/** Imports an article that is to be published tomorrow. Its addresses include its alias and its file name. */
async function scheduledImport() {
  const site = await movedSite()
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const folder = await folderOf({
    'soon.md': `---\ntitle: Coming soon\ndate: ${soon}\naliases: [/old/soon, /api/soon]\n---\n\n${text}\n`,
  })
  const report = await site.run(folder)
  const redirects = () => many(site.db)`select from_path as "from", target as "to" from redirects
    where from_path in ('/old/soon', '/api/soon', '/soon') order by 1`
  const draft = (await one<{ key: string }>(site.db)`select key from drafts`)!
  return { ...site, folder, report, redirects, key: draft.key }
}

const redirectsTo = (to: string) => ['/old/soon', '/soon'].map((from) => ({ from, to }))

test('redirects the old addresses of a scheduled post when it is published', async () => {
  const t = await scheduledImport()
  assert.deepEqual([t.report.redirectsPending, t.report.redirects], [4, 0])
  assert.deepEqual(
    t.report.redirectsRejected.map(({ key, from }) => [key, from]),
    [['soon.md', '/api/soon']],
  )
  assert.match(reportText(t.report), /4 old addresses of drafts, which redirect once these are published/)
  assert.deepEqual(await t.redirects(), [])
  assert.equal((await t.ask('/old/soon')).status, 404)
  assert.equal((await t.run(t.folder)).redirectsPending, 4)

  await run(t.db)`update draft_schedules set publish_at = now() - interval '1 minute'`
  await run(t.db)`update graphile_worker._private_jobs set run_at = now() where key like 'draft-schedules.publish %'`
  await run(t.db)`select pg_notify('jobs:insert', '{"count":1}')`
  await vi.waitFor(async () => assert.deepEqual(await t.redirects(), redirectsTo('/blog/soon')), patienceMs)
  await vi.waitFor(async () => {
    const { status, headers } = await t.ask('/old/soon')
    assert.deepEqual([status, headers['location']], [301, '/blog/soon'])
  }, patienceMs)
  const again = await t.run(t.folder)
  assert.deepEqual([again.redirectsPending, again.redirects, again.alreadyImported], [0, 4, 1])
  assert.deepEqual(await t.redirects(), redirectsTo('/blog/soon'))
})

test('if a post’s schedule was canceled, redirects its old addresses only once the author publishes it', async () => {
  const t = await scheduledImport()
  const ask = async (method: string, target: string, body?: unknown, headers = {}) => {
    const { status, text } = await t.ask(target, { method, token: t.token, body, headers })
    assert.ok(status < 300, text)
  }
  await ask('DELETE', cancelSchedule.href({ key: t.key }))
  assert.deepEqual(await t.redirects(), [])
  const article = { isLongForm: true, title: 'Coming soon', content: text, categoryId: 5 }
  for (let times = 0; times < 2; times++) await ask('POST', '/api/posts', article, { 'idempotency-key': t.key })
  assert.deepEqual(await t.redirects(), redirectsTo('/blog/coming-soon'))
})

test('leaves no redirects when the draft of a scheduled post is discarded', async () => {
  const t = await scheduledImport()
  await t.ask(discardDraft.href({ key: t.key }), { method: 'DELETE', token: t.token })
  const again = await t.run(t.folder)
  assert.deepEqual([again.redirectsPending, again.redirects, await t.redirects()], [0, 0, []])
})

test('schedules posts dated within the next few years, and publishes none of them early', async () => {
  const site = await movedSite()
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const folder = await folderOf({ 'soon.md': `---\ntitle: Coming soon\ndate: ${soon}\n---\n\n${text}\n` })
  const report = await site.run(folder)
  assert.deepEqual([report.posts.length, report.drafts[0]?.why], [0, `it will be published at ${soon}`])
  const schedules = await many<{ publishAt: Date }>(site.db)`select publish_at as "publishAt" from draft_schedules`
  assert.deepEqual(
    schedules.map(({ publishAt }) => publishAt.toISOString()),
    [soon],
  )
})
