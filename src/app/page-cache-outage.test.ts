import assert from 'node:assert/strict'
import { test } from 'vitest'
import { DatabaseUnavailable } from '#kernel/database-errors.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import { type StoredResponse, uncompressed } from './stored-response.ts'

const textOf = ({ bodies }: StoredResponse) => String(uncompressed(bodies))

/** A site whose database can be made unavailable. */
function siteInOutage() {
  const state = {
    text: 'one',
    status: 200,
    nowMs: 0,
    isUnavailable: false,
    isTroubled: false,
    isStuck: false,
    removals: 0,
  }
  const render = async (): Promise<RenderedPage> => {
    if (state.isStuck) await new Promise(() => {})
    if (state.isUnavailable) throw new DatabaseUnavailable()
    const headers = { 'cache-control': 'public, max-age=60' }
    return { status: state.status, body: state.text, headers }
  }
  let interrupt = () => {}
  const cache = createPageCache({
    render,
    now: () => state.nowMs,
    isCall: (address) => address.startsWith('/api/'),
    lastStampOf: () => state.removals,
    breaker: {
      isTroubled: () => state.isTroubled,
      unlessTroubled: (work) =>
        Promise.race([work, new Promise<never>((_, reject) => (interrupt = () => reject(new DatabaseUnavailable())))]),
    },
  })
  const refusalOf = (address: string) =>
    cache.getOrRender(address).then(
      () => null,
      (reason: unknown) => reason,
    )
  return { state, cache, refusalOf, interrupt: () => interrupt() }
}

test('serves the last known page during a database outage, marked as stale and for a limited time', async () => {
  const { state, cache } = siteInOutage()
  const first = await cache.getOrRender('/')
  state.isUnavailable = true
  state.nowMs = 90_000
  const stale = await cache.getOrRender('/')
  assert.deepEqual([stale.status, textOf(stale), stale.etag], [200, 'one', first.etag])
  assert.deepEqual(
    [
      stale.headers['cache-control'],
      stale.headers['cdn-cache-control'],
      stale.headers['cache-status'],
      stale.headers['last-modified'],
    ],
    ['no-cache', 'no-cache', 'Devstead; hit; ttl=-90; detail=database-away', first.headers['last-modified']],
  )
  state.isUnavailable = false
  state.text = 'two'
  const fresh = await cache.getOrRender('/')
  assert.deepEqual([textOf(fresh), fresh.headers['cache-status']], ['two', undefined])
})

test('renders nothing during an outage and interrupts a pending rendering', async () => {
  const { state, cache, interrupt } = siteInOutage()
  await cache.getOrRender('/')
  state.nowMs = 5000
  assert.equal(cache.get('/'), null)
  state.isStuck = true
  const waiting = cache.getOrRender('/')
  interrupt()
  assert.equal(textOf(await waiting), 'one')
  state.isTroubled = true
  assert.equal(textOf(cache.get('/')!), 'one')
})

test('returns an error for a page that is not cached, is over a day old, or fails for another reason', async () => {
  const { state, cache, refusalOf } = siteInOutage()
  await cache.getOrRender('/')
  await cache.getOrRender('/api/livestreams/1/chat?after=0')
  state.isUnavailable = true
  state.nowMs = 86_399_000
  assert.ok(await refusalOf('/blog'))
  assert.ok(await refusalOf('/api/livestreams/1/chat?after=0'))
  assert.equal(await refusalOf('/'), null)
  state.nowMs = 86_400_000
  assert.ok((await refusalOf('/')) instanceof DatabaseUnavailable)
  const broken = createPageCache({
    now: () => state.nowMs,
    render: () =>
      state.isUnavailable
        ? Promise.reject(new Error('fault'))
        : Promise.resolve({ status: 200, body: '', headers: {} }),
  })
  state.isUnavailable = false
  await broken.getOrRender('/')
  state.isUnavailable = true
  state.nowMs += 1000
  await assert.rejects(broken.getOrRender('/'), /fault/)
})

test('does not serve removed content during an outage, after a cached error or an announced removal', async () => {
  const { state, cache, refusalOf } = siteInOutage()
  for (const [address, status] of [
    ['/post/1', 410],
    ['/post/2', 404],
    ['/post/3', 200],
  ] as const) {
    await cache.getOrRender(address)
    state.nowMs += 1000
    state.status = status
    await cache.getOrRender(address)
    state.status = 200
  }
  state.isUnavailable = true
  state.nowMs += 5000
  assert.equal((await cache.getOrRender('/post/1')).status, 410)
  assert.ok(await refusalOf('/post/2'))
  assert.equal((await cache.getOrRender('/post/3')).status, 200)
  state.removals++
  assert.ok(await refusalOf('/post/3'))
})

test('does not cache a 503 response or replace the last known page with it', async () => {
  const { state, cache } = siteInOutage()
  await cache.getOrRender('/rss.xml')
  state.nowMs = 5000
  state.status = 503
  const stale = await cache.getOrRender('/rss.xml')
  assert.deepEqual([stale.status, stale.headers['cache-status']], [200, 'Devstead; hit; ttl=-5; detail=database-away'])
  assert.equal((await cache.getOrRender('/sitemap.xml')).status, 503)
  state.status = 200
  assert.equal((await cache.getOrRender('/sitemap.xml')).status, 200)
})

/** A site whose page depends on content and may lag behind it for a second. */
