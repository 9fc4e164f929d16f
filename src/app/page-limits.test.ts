import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { many } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { createPageLimits } from './page-limits.ts'
import { routes } from './features.ts'

async function start(options: { rateLimits?: boolean; trustProxyHops?: number } = {}) {
  const ctx = { db: await testDb(), clock: systemClock }
  const admit = createPageLimits(routes, { ctx, rateLimits: true, trustProxyHops: 0, ...options })
  return (address: string, forwardedFor?: string) => {
    const request = new IncomingMessage(new Socket())
    if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
    return admit(request, address)
  }
}
const tooMany = { code: 'rate_limited' }

test('counts search pages toward the search API’s limit', async () => {
  const admit = await start()
  for (let count = 0; count < 120; count++) await admit(`/search?q=word${count}`)
  await assert.rejects(admit('/search?q=another'), tooMany)
  await assert.rejects(admit('/search?q=another', '192.0.2.7'), tooMany)
})

test('counts callers behind a proxy separately', async () => {
  const admit = await start({ trustProxyHops: 1 })
  for (let count = 0; count < 120; count++) await admit('/search?q=word', '192.0.2.7')
  await assert.rejects(admit('/search?q=word', '192.0.2.7'), tooMany)
  await admit('/search?q=word', '192.0.2.8')
})

test('limits requests for pages that compare versions', async () => {
  const admit = await start()
  for (let count = 0; count < 120; count++) await admit(`/post/1/versions/${count}`)
  await assert.rejects(admit('/post/2/versions/2'), tooMany)
})

test('does not count other pages, or any page when rate limits are turned off', async () => {
  const [admit, unlimited] = [await start(), await start({ rateLimits: false })]
  for (const address of ['/', '/blog', '/post/1', '/post/1/versions', '/404', '/rss.xml']) await admit(address)
  await unlimited('/search?q=word')
  assert.deepEqual(await many(await testDb())`select key from rate_limits`, [])
})
