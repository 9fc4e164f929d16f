import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, vi } from 'vitest'
import { many } from '#kernel/db.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { servedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'
import { patienceMs } from '#tests/support/patience.ts'

const soon = { timeout: patienceMs, interval: 5 }

/** Records all SQL statements about posts that this process sends from now on, except in jobs. */
function statements(): string[] {
  const seen: string[] = []
  watchStatements((text) => {
    if (/\bposts\b/.test(text)) seen.push(text)
  })
  return seen
}

const post = (site: ServedSite, token: string, content: string) =>
  site.ask('/api/posts', { method: 'POST', token, body: { content } })

/** Inserts a post directly into the database, without announcing it. */
const slipIn = ({ db }: ServedSite, excerpt: string) => many(db)`
  insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
  select id, '', '', ${excerpt}, 1, 5, false from members limit 1 returning id`

test('returns 304 for a feed a thousand times without querying the database, until something changes', async () => {
  const seen = statements()
  const site = await servedSite()
  const token = await site.register('alice')
  await post(site, token, 'First')
  const first = await site.ask('/rss.xml')
  const since = { 'if-modified-since': String(first.headers['last-modified']) }
  const tag = { 'if-none-match': String(first.headers.etag) }
  assert.ok(seen.length > 0)
  seen.length = 0
  for (let n = 0; n < 1000; n++) {
    const { status } = await site.ask(n % 3 ? '/rss.xml' : '/rss.xml?utm_source=x', { headers: n % 2 ? tag : since })
    assert.equal(status, 304)
    if (n % 100 === 0) await sleep(130)
  }
  assert.deepEqual(seen, [])
  await post(site, token, 'Second')
  const changed = await site.ask('/rss.xml', { headers: tag })
  assert.equal(changed.status, 200)
  assert.match(changed.text, /Second/)
})

test('includes every kind of change in the next response from the same process', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const paths = ['/rss.xml', '/atom.xml?category=general_thoughts', '/profile/alice/feed.json', '/post/1.md']
  const texts = async () => (await Promise.all(paths.map((path) => site.ask(path)))).map(({ text }) => text)
  await post(site, token, 'Bracket')
  for (const text of await texts()) assert.match(text, /Bracket/)
  assert.match((await site.ask('/sitemap.xml')).text, /post\/1</)
  await site.ask('/api/posts/1', { method: 'PATCH', token, body: { content: 'Hinge' } })
  for (const text of await texts()) assert.match(text, /Hinge/)
  const body = { profileImage: 'https://pictures.example/alice.png' }
  assert.equal((await site.ask('/api/users', { method: 'POST', token, body })).status, 200)
  assert.match((await site.ask('/profile/alice/feed.json')).text, /pictures\.example/)
  await site.ask('/api/posts/1', { method: 'DELETE', token })
  assert.equal((await site.ask('/post/1.md')).status, 410)
  assert.doesNotMatch((await texts()).slice(0, 3).join(), /Hinge/)
  assert.doesNotMatch((await site.ask('/sitemap.xml')).text, /post\/1</)
})

test('names the owner in well-known files as soon as the site has an owner', async () => {
  const site = await servedSite()
  assert.doesNotMatch((await site.ask('/humans.txt')).text, /profile/)
  await site.register('alice')
  assert.match((await site.ask('/humans.txt')).text, /profile\/alice/)
})

test('serves a post from another process as soon as the change is announced', async () => {
  const [one, other] = [await servedSite(), await servedSite()]
  const token = await one.register('alice')
  await other.ask('/rss.xml')
  await slipIn(other, 'unannounced')
  await sleep(1100)
  assert.doesNotMatch((await other.ask('/rss.xml')).text, /unannounced/, 'cached for longer than a second')
  await post(one, token, 'Announced')
  await vi.waitFor(async () => assert.match((await other.ask('/rss.xml')).text, /Announced/), soon)
})

test('serves changes after a second while signals are unavailable, and clears the cache once they return', async () => {
  const site = await servedSite()
  await site.register('alice')
  await site.ask('/rss.xml')
  const cut = await many(site.db)`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen devstead%'`
  assert.equal(cut.length, 1)
  await slipIn(site, 'slipped in')
  await vi.waitFor(async () => assert.match((await site.ask('/rss.xml')).text, /slipped in/), soon)
  await slipIn(site, 'later still')
  await vi.waitFor(async () => assert.match((await site.ask('/rss.xml')).text, /later still/), soon)
})

test('publishes a post even if other processes cannot be notified', async () => {
  watchStatements((text) => {
    if (text.includes('pg_notify')) throw new Error('away')
  })
  const site = await servedSite()
  const token = await site.register('alice')
  await site.ask('/rss.xml')
  assert.equal((await post(site, token, 'Not announced')).status, 201)
  assert.match((await site.ask('/rss.xml')).text, /Not announced/)
  assert.deepEqual(site.logged(50), [])
  await vi.waitFor(
    () => assert.match(String(site.logged(40).at(-1)?.['msg']), /failed to notify other processes/),
    soon,
  )
})
