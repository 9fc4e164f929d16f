import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from '#kernel/db.ts'
import { routes } from '#app/features.ts'
import { pages } from '#pages/pages.ts'
import { onePixel } from './setup/picture.ts'
import { servedSite } from './setup/served-site.ts'
import { tableHashes } from './setup/table-hashes.ts'

test('changes no rows for any GET or HEAD request', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const bob = await site.register('bob')
  const body = { content: 'A post', title: 'Title' }
  await site.ask('/api/posts', { method: 'POST', token, body })
  await site.ask('/api/posts/1/like', { method: 'POST', token: bob })
  await site.ask('/storage/v1/object/post-images/1/a.png', {
    method: 'POST',
    token,
    headers: { 'content-type': 'image/png' },
    body: onePixel,
  })
  await site.ask('/auth/v1/recover', { method: 'POST', body: { email: 'alice@devstead.test' } })
  const link = await site.ask('/api/admin/recovery-links', { method: 'POST', token, body: { username: 'bob' } })
  const oneTime = new URL((JSON.parse(link.text) as { link: string }).link)
  const hash = oneTime.searchParams.get('token_hash')!
  await quiet(site.db)

  const concrete = (path: string) => path.replace(':username', 'alice').replaceAll(/:\w+/g, '1')
  const paths = [
    ...routes.map(({ path }) => concrete(path)),
    ...pages.map(({ address }) => concrete(address.path)),
    ...['user', 'settings', 'health', 'reauthenticate', '.well-known/jwks.json'].map((path) => `/auth/v1/${path}`),
    ...['signup', 'token?grant_type=password', 'logout', 'recover', 'otp'].map((path) => `/auth/v1/${path}`),
    ...['recovery', 'signup', 'email'].map((type) => `/auth/v1/verify?type=${type}&token_hash=${hash}`),
    oneTime.pathname + oneTime.search,
    ...['', 'public/', 'info/', 'authenticated/', 'list/'].map(
      (kind) => `/storage/v1/object/${kind}post-images/1/a.png`,
    ),
    '/?page=2&type=popular&categoryId=1',
    '/?logged_out=true',
    '/api/posts?type=popular&isLongForm=true',
    '/api/posts/1?_method=DELETE',
    '/nowhere',
  ]
  const before = await tableHashes(site.db)
  const override = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' }
  for (const path of new Set(paths)) {
    for (const method of ['GET', 'HEAD']) {
      for (const bearer of [null, token, bob, 'broken']) {
        const { status } = await site.ask(path, { method, token: bearer, headers: override })
        assert.ok(status < 500, `${method} ${path}: ${status}`)
      }
    }
  }
  assert.deepEqual(await tableHashes(site.db), before)
  assert.deepEqual(site.logged(50), [])

  await site.ask('/api/posts/1/like', { method: 'POST', token })
  assert.notDeepEqual(await tableHashes(site.db), before, 'the hashes detect changes')
})

/** Waits until all due jobs in the queue have finished. */
async function quiet(db: Awaited<ReturnType<typeof servedSite>>['db']): Promise<void> {
  const waiting = () =>
    sql`select from graphile_worker._private_jobs where locked_at is not null or run_at <= clock_timestamp()`
  for (let tries = 0; tries < 100 && (await waiting().execute(db)).rows.length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
