import assert from 'node:assert/strict'
import { beforeAll, test } from 'vitest'
import { one } from '#kernel/db.ts'
import { everyPage, type Named } from '#tests/support/every-page.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { openServedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'
import { unshownTables } from './content-changes.ts'
import { fillDemo } from './demo/fill-demo.ts'

// Every page of one site with content: filling it takes longer than all of these tests.

const limitMs = 600_000
let site: ServedSite
const htmlOf = new Map<string, string>()
/** The statements that read a table whose changes the cache ignores, while a page was rendered that it keeps until
 *  content changes. */
const unseenReads: string[] = []

beforeAll(async () => {
  site = await openServedSite()
  await fillDemo(site.ctx)
  const named = await one<Named>(site.db)`
    select (select username from members where role = 'admin') as username,
      (select post_id from comments group by 1 order by count(*) desc limit 1) as post,
      (select id from posts where is_long_form order by id limit 1) as article,
      (select id from projects order by id limit 1) as project,
      (select id from livestreams order by id limit 1) as livestream, 1 as recording,
      (select name from tags order by post_count desc, name limit 1) as tag`
  let isWatching = false
  const ignored = new RegExp(String.raw`\b(?:from|join)\s+(?:${[...unshownTables].join('|')})\b`)
  watchStatements((text) => {
    if (isWatching && ignored.test(text) && /^\s*(?:select|with)\b/.test(text)) unseenReads.push(text)
  })
  for (const path of everyPage(named!)) {
    isWatching = /^\/(?:\?|$|post\/\d+$|blog|series|tag|profile|about)/.test(path)
    htmlOf.set(path, (await site.ask(path)).text)
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

test('does not read tables whose changes it ignores, for any page that is cached until content changes', () => {
  assert.deepEqual(unseenReads, [])
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
