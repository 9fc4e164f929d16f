import assert from 'node:assert/strict'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { shareWithSite } from '#features/discovery/web-app/web-app.contract.ts'
import { replaceSettings } from '#features/admin/site-settings/site-settings.store.ts'
import { badBodies } from '../support/bad-input.ts'
import { testApplication } from '../support/application.ts'
import { onePixel } from './setup/picture.ts'
import { tableHashes } from './setup/table-hashes.ts'

const uploads = '/api/storage/upload'
const auth = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'recover',
  'resend',
  'verify',
  'otp',
  'factors',
  'factors/recovery-codes/verify',
  'passkeys/registration/verify',
  'passkeys/authentication/verify',
]

/** Fills in the parameters in a route's path. */
const here = (path: string) =>
  path.replace(':id', '1').replace(':key', '0'.repeat(32)).replace(':token', 't'.repeat(32))

/** Routes without a request body. */
const bodiless =
  /(like|follow|mute|approval|pin|unsubscribe|archive|retry|sync|refresh|bluesky-users?|enable|disable|renew-key|broadcast|imports\/:id\/(?:check|start|cancellation)|restoration)$/
/** Routes that accept only forms, media, or signed bodies; their own tests cover invalid bodies. */
const others =
  /^\/(?:webmention$|api\/policy-reports$|api\/language$|api\/share$|api\/webhooks\/|api\/sponsors\/import$|api\/imports\/:id\/file$|api\/livestreams\/:id\/broadcast\/:session$)/

/** Every URL that accepts JSON, with its method. Alice's post has id 1. */
const takers: [method: string, path: string][] = [
  ...routes
    .filter(
      ({ method, path }) =>
        method !== 'GET' && method !== 'DELETE' && path !== uploads && !others.test(path) && !bodiless.test(path),
    )
    .map(({ method, path }): [string, string] => [method, here(path)]),
  ...auth.map((path): [string, string] => ['POST', `/auth/v1/${path}`]),
  ['PUT', '/auth/v1/user'],
]

async function alicesSite() {
  const site = await testApplication({ RATE_LIMITS: 'off', GITHUB_WEBHOOK_SECRET: 'of the deliveries' })
  const token = await site.register('alice')
  await replaceSettings(site.db, { sectionsOff: [] }, 0)
  await site.ctx.announce('site-settings')
  await site.ctx.siteSettings.refresh()
  await site.call('POST', '/api/posts', { token, body: { content: 'Hers' } })
  const send = (method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    site.app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  return { site, token, send }
}

test('rejects every body that is not a JSON object, without changing data or causing server errors', async () => {
  const { site, send } = await alicesSite()
  const before = await tableHashes(site.db)
  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)
  const texts = [
    ...badBodies.map((body) => JSON.stringify(body)),
    '{',
    '{"a":}',
    "{'a':1}",
    '\u0000',
    '{"a":1}}',
    'NaN',
    '[object Object]',
    deep('[', ']'),
    '\ufeff{',
    '{"content":"\\ud800","email":"\\ud800","username":"\\ud800","password":"\\ud800"',
  ]
  for (const [method, path] of takers) {
    for (const text of texts) {
      const { status } = await send(method, path, text)
      assert.ok(status >= 400 && status < 500, `${method} ${path} ${text.slice(0, 40)}: ${status}`)
    }
    const bytes = await send(method, path, new Uint8Array([0xff, 0xfe, 0x7b]))
    assert.equal(bytes.status, 400, `${method} ${path} bytes`)
  }
  assert.deepEqual(await tableHashes(site.db), before)
  const nested = deep('{"a":', '}').replace('{"a":}', '{"a":1}')
  for (const [method, path] of takers) assert.ok((await send(method, path, nested)).status < 500, `${method} ${path}`)
  assert.deepEqual(site.logged, [])
})

test('rejects bodies over the limit with 413 without reading them, regardless of Content-Length', async () => {
  const { site, send } = await alicesSite()
  const before = await tableHashes(site.db)
  for (const [method, path] of takers) {
    const max = maxKiB(method, path)
    const body = `{"x":"${'x'.repeat(max * 1024)}"}`
    assert.equal((await send(method, path, body)).status, 413, `${method} ${path}`)
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      },
    })
    assert.equal((await send(method, path, endless)).status, 413, `${method} ${path} endless`)
    assert.ok(pulled < max / 64 + 6, `${pulled} chunks of an endless body were read`)
  }
  assert.deepEqual(await tableHashes(site.db), before)
})

/** Returns a body's maximum size, in KiB. */
function maxKiB(method: string, path: string): number {
  const route = routes.find((one) => one.method === method && here(one.path) === path)
  return (route?.maxBodyBytes ?? 64 * 1024) / 1024
}

/** Returns a body with the value in every one of the API's text and id fields. */
const all = (value: unknown) => ({
  id: value,
  task: value,
  content: value,
  username: value,
  bio: value,
  email: value,
  password: value,
})

test('allows no side effects from prototype keys, duplicate keys, or arrays in place of strings', async () => {
  const { site, send } = await alicesSite()
  const keys = Object.getOwnPropertyNames(Object.prototype)
  const evil = '{"__proto__":{"polluted":1,"role":"admin"},"constructor":{"prototype":{"polluted":1}}'
  for (const [method, path] of takers) {
    for (const rest of ['', ',"content":"A post"', ',"data":{"__proto__":{"polluted":1}}']) {
      const { status } = await send(method, path, `${evil}${rest}}`)
      assert.ok(status < 500, `${method} ${path}: ${status}`)
    }
    for (const value of [['a'], [['a']], { a: 1 }, 1, true]) {
      const { status } = await send(method, path, JSON.stringify(all(value)))
      assert.ok(status >= 400 && status < 500, `${method} ${path} ${JSON.stringify(value)}: ${status}`)
    }
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), keys)
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  const twice = await send('POST', '/api/posts', '{"content":"first","content":"last"}')
  assert.equal(((await twice.json()) as { content: string }).content, 'last')
  assert.deepEqual(site.logged, [])
})

const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain; application/json',
]

test('changes nothing when another site submits a form, regardless of the cookies that the browser sends', async () => {
  const { site, token } = await alicesSite()
  const session = encodeURIComponent(JSON.stringify({ access_token: token }))
  const cookie = [
    `supabase_auth_token=${session}`,
    `sb-access-token=${token}`,
    `access_token=${token}`,
    `token=${token}`,
  ]
  const forged = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }
  const account = {
    email: 'eve@devstead.test',
    password: 'a good secret',
    data: { username: 'evelyn', fullName: 'Eve' },
  }
  const login = { email: 'alice@devstead.test', password: 'secret of alice' }
  const json = JSON.stringify({ ...account, ...login, content: 'Forged', title: 'Forged', bio: 'Forged' })
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${onePixel.toString('latin1')}\r\n--b\r\ncontent-disposition: form-data; name="bucketName"\r\n\r\npost-images\r\n--b--\r\n`
  const writing: [string, string][] = [
    ...routes.filter(({ method }) => method !== 'GET').map(({ path }): [string, string] => ['POST', here(path)]),
    ...auth
      .concat('logout', 'logout?scope=global', 'user')
      .map((path): [string, string] => ['POST', `/auth/v1/${path}`]),
    ['POST', '/storage/v1/object/post-images/1/a.png'],
    ['POST', '/storage/v1/object/list/post-images'],
  ]
  const before = await tableHashes(site.db)
  for (const [method, path] of writing) {
    for (const type of simpleTypes) {
      const body = type.startsWith('multipart') ? Buffer.from(form, 'latin1') : json
      const headers = { ...forged, 'content-type': type, cookie: cookie.join('; ') }
      const { status } = await site.app.request(path, { method, headers, body })
      const isEmptyList = path === '/storage/v1/object/list/post-images' && status === 200
      // Opens a page that asks before it adds anything.
      const isPage = path === shareWithSite.path && status === 303
      assert.ok((status >= 400 && status < 500) || isEmptyList || isPage, `${path} ${type}: ${status}`)
    }
  }
  assert.deepEqual(await tableHashes(site.db), before)
})

test('rejects JSON with the content type text/plain with 415, even from authorized callers', async () => {
  const { site, send } = await alicesSite()
  const before = await tableHashes(site.db)
  for (const [method, path] of takers) {
    for (const type of [...simpleTypes, 'application/jsonp', 'application/json-patch+json', '']) {
      const { status } = await send(method, path, '{"content":"Forged"}', { 'content-type': type })
      assert.equal(status, 415, `${method} ${path} ${type}`)
    }
  }
  assert.deepEqual(await tableHashes(site.db), before)
})
