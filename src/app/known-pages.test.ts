import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createKnownPages } from './known-pages.ts'

function open(slugs: string[] = ['about', 'talks/2024']) {
  const site = { slugs, stamp: 1 as number | null, nowMs: 0, reads: 0, isDown: false }
  const load = async () => {
    site.reads++
    const read = [...site.slugs]
    await Promise.resolve()
    if (site.isDown) throw new Error('no database')
    return read
  }
  return { site, addressOf: createKnownPages({ load, stampOf: () => site.stamp, now: () => site.nowMs }) }
}

test('returns one URL for all spellings of a page’s path, and one for all unknown paths', async () => {
  const { addressOf } = open()
  for (const path of ['/about', '/About/', '/ABOUT']) assert.equal(await addressOf(path), '/about')
  assert.equal(await addressOf('/talks/2024'), '/talks/2024')
  for (const path of ['/other', '/a/b/c/d', '/wp-login.php', '//about.example', '/%61bout']) {
    assert.equal(await addressOf(path), '/404', path)
  }
})

test('reads the slugs only once for any number of unknown paths, until the slugs change', async () => {
  const { site, addressOf } = open()
  await Promise.all(Array.from({ length: 1000 }, (_, n) => addressOf(`/n${n}`)))
  assert.equal(site.reads, 1)
  site.slugs = ['now']
  assert.equal(await addressOf('/now'), '/404')
  site.stamp = 2
  assert.deepEqual([await addressOf('/now'), await addressOf('/about')], ['/now', '/404'])
  assert.equal(site.reads, 2)
})

test('rereads the slugs if they change during a read', async () => {
  const { site, addressOf } = open([])
  const before = addressOf('/now')
  site.slugs = ['now']
  site.stamp = 2
  assert.deepEqual([await before, await addressOf('/now')], ['/404', '/now'])
})

test('rereads the slugs once a minute if no signals arrive, and once a second while signals might be lost', async () => {
  const { site, addressOf } = open()
  await addressOf('/x')
  site.nowMs = 59_999
  await addressOf('/x')
  assert.equal(site.reads, 1)
  site.nowMs = 60_000
  await addressOf('/x')
  site.stamp = null
  site.nowMs = 60_500
  await addressOf('/x')
  assert.equal(site.reads, 2)
  site.nowMs = 61_000
  await addressOf('/x')
  assert.equal(site.reads, 3)
})

test('uses the last known slugs while the database is unavailable, and throws if there are none', async () => {
  const { site, addressOf } = open()
  site.isDown = true
  await assert.rejects(addressOf('/about'), /no database/)
  assert.equal(await addressOf('/wp-login.php'), '/404')
  site.isDown = false
  await addressOf('/about')
  site.isDown = true
  site.stamp = 2
  assert.equal(await addressOf('/about'), '/about')
})
