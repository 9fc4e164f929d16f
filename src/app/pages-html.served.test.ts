import assert from 'node:assert/strict'
import { beforeAll, test } from 'vitest'
import { one } from '#kernel/db.ts'
import { currentTrace } from '#kernel/trace.ts'
import { pageAt } from '#pages/pages.ts'
import { everyPage, type Named } from '#tests/support/every-page.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { openServedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'
import { unshownTables } from './content-changes.ts'
import { fillDemo } from './demo/fill-demo.ts'

// Every page of one site with content: filling it takes longer than all of these tests.

const limitMs = 600_000
let site: ServedSite
let named: Named
const htmlOf = new Map<string, string>()
const statuses = new Map<string, number>()
/** Statements that read a table whose changes the cache ignores, seen while rendering pages that are cached until content
 *  changes. */
const ignoredReads: string[] = []
/** The number of all statements seen in that time. */
let seenStatements = 0

beforeAll(async () => {
  let isWatching = false
  const ignored = new RegExp(String.raw`\b(?:from|join)\s+(?:${[...unshownTables].join('|')})\b`)
  watchStatements((text) => {
    const { requestId, job } = currentTrace() ?? {}
    if (!isWatching || requestId === undefined || job !== undefined) return
    seenStatements++
    if (ignored.test(text) && /^\s*(?:select|with)\b/.test(text)) ignoredReads.push(text)
  })
  site = await openServedSite()
  await fillDemo(site.ctx)
  named = (await one<Named>(site.db)`
    with discussed as (
      select posts.id, slug, is_long_form, count(*) as comments from comments join posts on posts.id = post_id
      group by 1, 2, 3)
    select (select username from members where role = 'admin') as username,
      (select id from discussed where not is_long_form order by comments desc, id limit 1) as post,
      article.id as article, article.slug,
      (select id from projects order by id limit 1) as project,
      (select id from livestreams order by id limit 1) as livestream, 1 as recording,
      (select slug from series order by slug limit 1) as series,
      (select name from tags order by post_count desc, name limit 1) as tag
    from (select id, slug from discussed where is_long_form order by comments desc, id limit 1) article`)!
  for (const path of everyPage(named)) {
    isWatching = pageAt(path.split('?', 1)[0]!, {}).page.changesWithContent === true
    const { status, text } = await site.ask(path)
    htmlOf.set(path, text)
    statuses.set(path, status)
  }
  return site.end
}, limitMs)

test(
  'sends valid HTML for every page on a site with content',
  async () => {
    const found: string[] = []
    for (const [path, html] of htmlOf) found.push(...(await htmlFaults(html)).map((fault) => `${path}: ${fault}`))
    assert.deepEqual(found, [])
  },
  limitMs,
)

/** Pages that redirect, that the demo does not have, or that no site has. */
const others: Record<string, number> = {
  '/posts': 404,
  '/draft/:token': 404,
  '/livestream/manage': 308,
  '/livestream/1/recording/1': 404,
  '/contact': 404,
  '/cv': 404,
  '/?page=99': 404,
  '/post/999999': 404,
  '/blog?page=99': 404,
  '/guestbook?page=99': 404,
  '/nowhere': 404,
}

test('returns 200 for every page that exists', () => {
  const found = [...statuses].filter(([path, status]) => status !== (others[path] ?? 200))
  assert.deepEqual(found, [[`/post/${named.article}`, 308]])
})

test('does not read tables whose changes it ignores, for any page that is cached until content changes', () => {
  assert.ok(seenStatements > 0)
  assert.deepEqual(ignoredReads, [])
})

test('returns 404 for pages past the end of lists, with a link to the first page', async () => {
  for (const path of [
    '/',
    '/blog',
    '/guestbook',
    '/members',
    '/projects',
    '/tag/css',
    '/profile/mirela',
    '/search?q=the',
  ]) {
    const url = `${path}${path.includes('?') ? '&' : '?'}page=987654`
    const { status, text } = await site.ask(url)
    assert.equal(status, 404, url)
    assert.match(text, /<h1/, url)
    if (!/search|members|projects/.test(path)) assert.ok(text.includes('Go to the first page'), url)
    assert.equal((await site.ask(path)).status, 200, path)
  }
  for (const path of ['/?page=2', '/post/1?comments=987654', '/search?q=qzxj'])
    assert.equal((await site.ask(path)).status, 200, path)
})
