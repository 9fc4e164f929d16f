import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { createPageCache, isSameSource, type PageSource, type RenderedPage } from './page-cache.ts'
import { type StoredResponse, uncompressed } from './stored-response.ts'

const textOf = ({ bodies }: StoredResponse) => String(uncompressed(bodies))

/** A site whose pages name their source, and which renders only those whose data has changed. */
function sourcedSite(options: { maxBytes?: number } = {}) {
  const state = {
    data: 'one',
    status: 200,
    renders: 0,
    nowMs: 0,
    stamp: 1,
    settings: 1,
    isOpenEnded: false,
    delayMs: 0,
  }
  const rendering = {}
  const render = async (_url: string, known: PageSource | null): Promise<RenderedPage | null> => {
    const { data, status, isOpenEnded, delayMs } = state
    if (delayMs > 0) await sleep(delayMs)
    const source = { data, rendering }
    if (isSameSource(source, known)) return null
    state.renders++
    return { status, body: data, headers: {}, source, isOpenEnded }
  }
  const cache = createPageCache({
    ...options,
    render,
    now: () => state.nowMs,
    changesWith: () => ['content'],
    stampOf: () => state.stamp,
    sameVersion: () => {
      const { settings } = state
      return () => state.settings === settings
    },
  })
  return { state, cache }
}

test('does not render a page again if its topics have changed but its data has not', async () => {
  const { state, cache } = sourcedSite()
  const first = await cache.getOrRender('/')
  state.stamp = 2
  state.nowMs = 59_000
  assert.equal(cache.get('/'), null)
  assert.equal(await cache.getOrRender('/'), first)
  assert.equal(state.renders, 1)
  state.nowMs = 118_000
  assert.equal(cache.get('/'), first)
  state.stamp = 3
  state.data = 'two'
  assert.equal(textOf(await cache.getOrRender('/')), 'two')
})

test('keeps a newer page when an earlier rendering finds the page unchanged', async () => {
  const { state, cache } = sourcedSite()
  const first = await cache.getOrRender('/')
  Object.assign(state, { stamp: 2, delayMs: 20 })
  const slow = cache.getOrRender('/')
  Object.assign(state, { stamp: 3, delayMs: 0, data: 'two' })
  assert.equal(textOf(await cache.getOrRender('/')), 'two')
  assert.equal(await slow, first)
  assert.equal(textOf(cache.get('/')!), 'two')
})

test('renders a page again if the settings have changed, even if its data has not', async () => {
  const { state, cache } = sourcedSite()
  await cache.getOrRender('/')
  state.settings = 2
  await cache.getOrRender('/')
  assert.equal(state.renders, 2)
})

test('caches an error for only a second, even if its data does not change', async () => {
  const { state, cache } = sourcedSite()
  state.status = 404
  await cache.getOrRender('/')
  for (const nowMs of [1000, 2000]) {
    state.nowMs = nowMs
    assert.equal(cache.get('/'), null)
    assert.equal((await cache.getOrRender('/')).status, 404)
  }
  assert.equal(state.renders, 1)
})

test('never evicts pages to cache a page with a made-up query again', async () => {
  const bodyBytes = 100_000
  const { state, cache } = sourcedSite({ maxBytes: 4.5 * bodyBytes })
  state.data = 'x'.repeat(bodyBytes)
  for (const id of [1, 2, 3, 4]) await cache.getOrRender(`/post/${id}`)
  state.isOpenEnded = true
  for (const stamp of [1, 2]) {
    state.stamp = stamp
    await cache.getOrRender('/search?q=made-up')
  }
  assert.ok(cache.get('/search?q=made-up'))
  state.stamp = 1
  for (const id of [1, 2, 3, 4]) assert.ok(cache.get(`/post/${id}`), String(id))
})
