import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, test, vi } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { testApplication } from '#tests/support/application.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { patienceMs } from '#tests/support/patience.ts'

/** A local hub that responds with `status` and records topics. */
async function hub() {
  const state = { status: 202, pings: [] as string[][], types: new Set<string | undefined>() }
  const server = http.createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    assert.equal(form.get('hub.mode'), 'publish')
    state.types.add(request.headers['content-type'])
    state.pings.push(form.getAll('hub.url').map((url) => url.replace('http://devstead.test', '')))
    response.writeHead(state.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, settings: { WEBSUB_HUB: `http://${at}/`, OUTBOUND_ALLOW: at } }
}
const patience = { timeout: patienceMs, interval: 50 }

test('notifies the hub about every feed that contains a published, changed, or deleted post', async () => {
  const { state, settings } = await hub()
  const site = await testApplication(settings)
  const token = await site.register('alice')
  const body = { isLongForm: true, title: 'An article', content: 'Long enough. '.repeat(10), categoryId: 1 }
  const posted = await site.call('POST', '/api/posts', { token, body })
  const { id } = (await posted.json()) as { id: number }
  site.announced()
  const topics = (folders: string[], categories: string[]) =>
    folders.flatMap((folder) =>
      ['', ...categories.map((name) => `?category=${name}`)].flatMap((query) =>
        ['rss.xml', 'atom.xml', 'feed.json'].map((file) => `${folder}/${file}${query}`),
      ),
    )
  const notified = async (times: number) => {
    await vi.waitFor(() => assert.equal(state.pings.length, times), patience)
    return state.pings.at(-1)!.toSorted()
  }
  const folders = ['', '/blog', '/profile/alice']
  assert.deepEqual(await notified(1), topics(folders, ['tech_tips']).toSorted())
  assert.deepEqual(site.announced(), ['posts'], 'announced again in case the responsible process died')
  await site.call('PATCH', `/api/posts/${id}`, { token, body: { categoryId: 2 } })
  assert.deepEqual(await notified(2), topics(folders, ['tech_tips', 'project_updates']).toSorted())
  await site.call('DELETE', `/api/posts/${id}`, { token })
  assert.deepEqual(await notified(3), topics(folders, ['project_updates']).toSorted())
  assert.deepEqual([...state.types], ['application/x-www-form-urlencoded'])
})

test('retries a busy hub later, without delaying publication', async () => {
  const { state, settings } = await hub()
  state.status = 503
  const site = await testApplication(settings)
  const token = await site.register('alice')
  const posted = await site.call('POST', '/api/posts', { token, body: { content: 'Hello' } })
  assert.deepEqual([posted.status, state.pings.length], [201, 0])
  await vi.waitFor(() => assert.equal(state.pings.length, 1), patience)
  const jobs = () =>
    many<{ attempts: number }>(site.db)`select attempts from graphile_worker.jobs where task_identifier = 'feeds.ping'`
  await vi.waitFor(async () => assert.deepEqual(await jobs(), [{ attempts: 1 }]), patience)
  state.status = 200
  await run(site.db)`update graphile_worker._private_jobs set run_at = now()`
  await vi.waitFor(async () => assert.deepEqual(await jobs(), []), patience)
  assert.equal(state.pings.length, 2)
})

test('creates a post and its job in one transaction', async () => {
  let isBroken = false
  watchStatements((text) => {
    if (isBroken && text.includes('add_job')) throw new Error('the process dies here')
  })
  const site = await servedSite({ WEBSUB_HUB: 'http://127.0.0.1:1/' })
  const token = await site.register('alice')
  const posts = () => many(site.db)`select title, version from posts`
  const call = async (method: string, path: string, body?: unknown) =>
    (await site.ask(path, { method, token, body })).status
  isBroken = true
  assert.equal(await call('POST', '/api/posts', { title: 'One', content: 'Hello' }), 500)
  assert.deepEqual(await posts(), [])
  isBroken = false
  const made = await site.ask('/api/posts', { method: 'POST', token, body: { title: 'One', content: 'Hello' } })
  const { id } = JSON.parse(made.text) as { id: number }
  isBroken = true
  assert.equal(await call('PATCH', `/api/posts/${id}`, { title: 'Two' }), 500)
  assert.equal(await call('DELETE', `/api/posts/${id}`), 500)
  assert.deepEqual(await posts(), [{ title: 'One', version: 1 }])
})

test('creates no job if no hub is configured', async () => {
  const site = await testApplication()
  const token = await site.register('alice')
  await site.call('POST', '/api/posts', { token, body: { content: 'Hello' } })
  assert.deepEqual(await many(site.db)`select 1 from graphile_worker.jobs where task_identifier = 'feeds.ping'`, [])
})
