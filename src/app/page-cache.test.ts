import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, vi } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import { type StoredResponse, uncompressed } from './stored-response.ts'

/** A site with a single page that contains `text` and counts how often it is rendered. */
function site() {
  const state = { text: 'one', renders: 0, nowMs: 0, status: 200 }
  const render = async (): Promise<RenderedPage> => {
    state.renders++
    const { text, status } = state
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { status, body: text, headers: {} }
  }
  return { state, cache: createPageCache({ render, now: () => state.nowMs }) }
}
const textOf = ({ bodies }: StoredResponse) => String(uncompressed(bodies))

test('renders a page only once for concurrent visitors', async () => {
  const { state, cache } = site()
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('/')))
  assert.equal(state.renders, 1)
  assert.equal(new Set(answers).size, 1)
})

test('caches a page for a second', async () => {
  const { state, cache } = site()
  await cache.getOrRender('/')
  state.text = 'two'
  state.nowMs = 999
  assert.equal(textOf(await cache.getOrRender('/')), 'one')
  state.nowMs = 1000
  assert.equal(cache.get('/'), null)
  assert.equal(textOf(await cache.getOrRender('/')), 'two')
})

test('keeps the compressed copies if a page re-renders to the same bytes', async () => {
  const { state, cache } = site()
  const first = await cache.getOrRender('/')
  first.bodies.br = Buffer.from('compressed')
  state.nowMs = 5000
  assert.equal((await cache.getOrRender('/')).bodies.br, first.bodies.br)
})

test('counts the bytes that a page uses, also after it is compressed', async () => {
  const { cache } = site()
  const { bodies, onResize } = await cache.getOrRender('/')
  const before = cache.size().bytes
  bodies.br = Buffer.from('compressed')
  onResize!()
  assert.deepEqual(cache.size(), { bytes: before + 'compressed'.length, entries: 1 })
})

test('does not cache a failed rendering, so the next visitor retries it', async () => {
  let isBroken = true
  const render = () =>
    isBroken ? Promise.reject(new Error('database')) : Promise.resolve({ status: 200, body: 'ok', headers: {} })
  const cache = createPageCache({ render })
  await assert.rejects(cache.getOrRender('/'), /database/)
  isBroken = false
  assert.equal(textOf(await cache.getOrRender('/')), 'ok')
})

test('does not cache a page marked no-store', async () => {
  const headers = { 'cache-control': 'no-store' }
  const cache = createPageCache({ render: () => Promise.resolve({ status: 200, body: 'secret', headers }) })
  await cache.getOrRender('/draft/token')
  assert.equal(cache.get('/draft/token'), null)
})

test('times out if rendering hangs, and renders again for the next visitor', async () => {
  let isStuck = true
  const render = () =>
    isStuck ? new Promise<never>(() => {}) : Promise.resolve({ status: 200, body: 'ok', headers: {} })
  const cache = createPageCache({ render, timeoutMs: 20 })
  const refused = await cache.getOrRender('/').catch((reason: unknown) => reason)
  assert.ok(refused instanceof AppError && refused.status === 503 && refused.details.retryAfterSeconds)
  isStuck = false
  assert.equal(textOf(await cache.getOrRender('/')), 'ok')
})

test('does not extend a page’s cache lifetime when the clock is set back', async (t) => {
  const clock = vi.spyOn(Date, 'now')
  t.onTestFinished(() => clock.mockRestore())
  let body = 'one'
  const cache = createPageCache({ render: () => Promise.resolve({ status: 200, body, headers: {} }) })
  await cache.getOrRender('/')
  body = 'two'
  clock.mockReturnValue(Date.now() - 3_600_000)
  await sleep(1010)
  assert.equal(textOf(await cache.getOrRender('/')), 'two')
})

test('uses a bounded amount of memory for a million URLs', async () => {
  const body = 'x'.repeat(1024 * 1024)
  const cache = createPageCache({ render: () => Promise.resolve({ status: 200, body, headers: {} }) })
  for (let page = 0; page < 100; page++) await cache.getOrRender(`/?page=${page}`)
  const kept = Array.from({ length: 100 }, (_, page) => cache.get(`/?page=${page}`)).filter(Boolean)
  assert.ok(kept.length > 0 && kept.length <= 32, `${kept.length} MiB pages kept`)
})

test('never evicts pages to cache errors and API responses', async () => {
  const state = { body: 'x'.repeat(256 * 1024), status: 200 }
  const render = () => Promise.resolve({ ...state, headers: {} })
  const cache = createPageCache({ render, isCall: (address) => address.startsWith('/api/'), now: () => 0 })
  await cache.getOrRender('/')
  for (let after = 0; after < 200; after++) await cache.getOrRender(`/api/livestreams/1/chat?after=${after}`)
  state.status = 404
  for (let id = 0; id < 200; id++) await cache.getOrRender(`/post/${id}`)
  assert.ok(cache.get('/'))
  assert.ok(cache.get('/post/199'))
  assert.equal(cache.get('/api/livestreams/1/chat?after=0'), null)
})

test('never evicts pages to cache pages with queries that anyone can make up', async () => {
  const body = 'x'.repeat(256 * 1024)
  const render = (url: string) => Promise.resolve({ status: 200, body, headers: {}, isOpenEnded: url.includes('q=') })
  const cache = createPageCache({ render, now: () => 0 })
  await cache.getOrRender('/')
  for (let query = 0; query < 200; query++) await cache.getOrRender(`/search?q=${query}`)
  assert.ok(cache.get('/'))
  assert.ok(cache.get('/search?q=199'))
  assert.equal(cache.get('/search?q=0'), null)
})

test('replaces a cached page with an error, and the error with the next successful rendering', async () => {
  const { state, cache } = site()
  for (const status of [200, 404, 200]) {
    state.nowMs += 1000
    state.status = status
    assert.equal((await cache.getOrRender('/')).status, status)
    assert.equal(cache.get('/')?.status, status)
  }
})

/** A site whose page depends on posts. `stamp` is null while signals are unavailable. */
function announcedSite() {
  const state = { text: 'one', status: 200, renders: 0, nowMs: 0, stamp: 1 as number | null, holdMs: 0 }
  const render = async (): Promise<RenderedPage> => {
    state.renders++
    const { text, status } = state
    await sleep(state.holdMs)
    return { status, body: text, headers: {} }
  }
  const cache = createPageCache({
    render,
    now: () => state.nowMs,
    changesWith: () => ['posts'],
    stampOf: () => state.stamp,
  })
  return { state, cache }
}

test('caches pages that have topics until one of the topics changes, for at most a minute', async () => {
  const { state, cache } = announcedSite()
  await cache.getOrRender('/rss.xml')
  state.nowMs = 59_999
  await cache.getOrRender('/rss.xml')
  assert.equal(state.renders, 1)
  state.nowMs = 60_000
  await cache.getOrRender('/rss.xml')
  assert.equal(state.renders, 2)
  state.text = 'two'
  state.stamp = 2
  assert.equal(textOf(await cache.getOrRender('/rss.xml')), 'two')
})

test('caches pages for a second while signals are unavailable, and clears the cache once they return', async () => {
  const { state, cache } = announcedSite()
  await cache.getOrRender('/rss.xml')
  state.stamp = null
  assert.ok(cache.get('/rss.xml'))
  state.nowMs = 1000
  assert.equal(cache.get('/rss.xml'), null)
  await cache.getOrRender('/rss.xml')
  assert.ok(cache.get('/rss.xml'))
  state.stamp = 2
  assert.equal(cache.get('/rss.xml'), null)
})

test('neither serves nor caches a rendering that started before a change', async () => {
  const { state, cache } = announcedSite()
  state.holdMs = 60
  const early = cache.getOrRender('/rss.xml')
  state.text = 'two'
  state.stamp = 2
  state.holdMs = 5
  const late = [cache.getOrRender('/rss.xml'), cache.getOrRender('/rss.xml')]
  assert.deepEqual((await Promise.all(late)).map(textOf), ['two', 'two'])
  assert.equal(textOf(await early), 'one')
  assert.equal(textOf(await cache.getOrRender('/rss.xml')), 'two')
})

test('caches an error for a second, regardless of changes', async () => {
  const { state, cache } = announcedSite()
  state.status = 404
  await cache.getOrRender('/rss.xml')
  state.nowMs = 1000
  assert.equal(cache.get('/rss.xml'), null)
})

test('gives two changes within a second different dates, for clients without ETag support', async () => {
  const { state, cache } = announcedSite()
  const times = []
  for (const text of ['one', 'two', 'three', 'three']) {
    Object.assign(state, { text, stamp: (state.stamp ?? 0) + 1 })
    times.push(Date.parse((await cache.getOrRender('/rss.xml')).headers['last-modified']!))
  }
  const [first] = times
  assert.deepEqual(
    times.map((time) => time - first!),
    [0, 1000, 2000, 2000],
  )
})

function laggingSite(facts: Partial<RenderedPage> = {}) {
  const state = { renders: 0, nowMs: 0, stamp: 1, removals: 1 }
  const render = async (): Promise<RenderedPage> => {
    await sleep(5)
    return { status: 200, body: `rendering ${++state.renders}`, headers: {}, ...facts }
  }
  const cache = createPageCache({
    render,
    changesWith: () => ['content'],
    mayLag: () => true,
    stampOf: () => state.stamp,
    lastStampOf: () => state.removals,
    now: () => state.nowMs,
  })
  return { state, cache }
}

test('caches a page that may lag until its topics change, but renders it at most once per second', async () => {
  const { state, cache } = laggingSite()
  await cache.getOrRender('/')
  state.nowMs = 30_000
  assert.ok(cache.get('/'))
  state.stamp = 2
  assert.equal(cache.get('/'), null)
  await cache.getOrRender('/')
  state.stamp = 3
  state.nowMs += 999
  assert.ok(cache.get('/'))
  state.nowMs += 1
  assert.equal(cache.get('/'), null)
})

test('shares the rendering of a page that may lag, even if something has changed since it began', async () => {
  const { state, cache } = laggingSite()
  const first = cache.getOrRender('/')
  state.stamp = 2
  await Promise.all([first, cache.getOrRender('/')])
  assert.equal(state.renders, 1)
})

test.for([{}, { changesByItself: true }, { status: 404 }])(
  'serves no page from before a removal, even if it may otherwise lag: %j',
  async (facts) => {
    const { state, cache } = laggingSite(facts)
    await cache.getOrRender('/')
    Object.assign(state, { stamp: 2, removals: 2 })
    assert.equal(cache.get('/'), null)
    const early = cache.getOrRender('/')
    Object.assign(state, { stamp: 3, removals: 3 })
    assert.notEqual(textOf(await cache.getOrRender('/')), textOf(await early))
    assert.ok(cache.get('/'))
  },
)

test('caches a page that changes by itself for a second, whether or not its topics change', async () => {
  const { state, cache } = laggingSite({ changesByItself: true })
  await cache.getOrRender('/')
  state.nowMs = 999
  assert.ok(cache.get('/'))
  state.nowMs = 1000
  assert.equal(cache.get('/'), null)
})
