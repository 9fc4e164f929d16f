import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from '#kernel/db.ts'
import { routes } from '#app/features.ts'
import { pages } from '#pages/pages.ts'
import { onePixel } from './setup/picture.ts'
import { type Answered, type Asked, type ServedSite, servedSite, siteUrl } from './setup/served-site.ts'

const values: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /geolocation=\(\)/,
  'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'/,
}
const isObject = (target: string) => target.startsWith('/storage/v1/object/public/post-images/')
const isCard = (target: string) => target.startsWith('/cards/')

/** Returns the headers that are missing, wrong, or reveal the software. Feed readers may embed our pictures; link
 *  previews may embed our cards. */
function missing(target: string, { headers }: Answered): string[] {
  const own = isObject(target)
    ? { 'cross-origin-resource-policy': /^(same|cross)-origin$/, 'content-security-policy': /^default-src 'none'/ }
    : isCard(target)
      ? { 'cross-origin-resource-policy': /^(same|cross)-origin$/ }
      : {}
  const wrong = Object.entries({ ...values, ...own }).filter(
    ([name, value]) => !value.test(String(headers[name] ?? '')),
  )
  const revealing = ['server', 'x-powered-by'].filter((name) => name in headers)
  return [...wrong.map(([name]) => name), ...revealing]
}

/** Creates a member, a post, a deleted post, and a picture. */
async function filled(site: ServedSite) {
  const token = await site.register('alice')
  const post = async (content: string) => {
    const { text } = await site.ask('/api/posts', { method: 'POST', token, body: { content } })
    return (JSON.parse(text) as { id: number }).id
  }
  const [postId, deletedId] = [await post('A post'), await post('Another')]
  await site.ask(`/api/posts/${deletedId}`, { method: 'DELETE', token })
  const picture = '/storage/v1/object/public/post-images/1/a.png'
  const upload = { method: 'POST', token, headers: { 'content-type': 'image/png' }, body: onePixel }
  assert.equal((await site.ask(picture.replace('/public', ''), upload)).status, 200)
  return { token, postId, deletedId, picture }
}

/** Returns requests that together produce every kind of response. */
function everyKind({ token, postId, deletedId, picture }: Awaited<ReturnType<typeof filled>>): [string, Asked][] {
  const [json, form] = [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]
  const concrete = (path: string) => path.replace(':username', 'alice').replaceAll(/:\w+/g, String(postId))
  const paths = [...routes.map(({ path }) => path), ...pages.map(({ address }) => address.path)].map(concrete)
  const reads = [...new Set(paths)].flatMap((path): [string, Asked][] => [
    [path, {}],
    [path, { method: 'HEAD' }],
    [path, { token }],
  ])
  return [
    ...reads,
    ...routes.map(({ method, path }): [string, Asked] => [concrete(path), { method, headers: json, body: '{}' }]),
    ...['/', '/api/posts', '/auth/v1/user', picture, '/favicon.svg', '/nowhere', '/api/nowhere', '/auth/v1'].flatMap(
      (path) => ['PUT', 'OPTIONS', 'PROPFIND'].map((method): [string, Asked] => [path, { method }]),
    ),
    ['/nowhere', {}],
    [`/post/${deletedId}`, {}],
    [`/api/posts/${deletedId}`, {}],
    ['/post/999999', {}],
    ['/?page=x', {}],
    ['/favicon.svg', {}],
    ['/favicon.svg', { method: 'HEAD' }],
    ['/%zz', {}],
    ['/%00', {}],
    ['//evil.example/', {}],
    ['/\\evil.example', {}],
    ['http://evil.example/', {}],
    ['*', { method: 'OPTIONS' }],
    ['/api/%zz', {}],
    ['/api/posts/%zz', {}],
    ['/api/users/by-username/%zz', {}],
    ['/storage/v1/object/public/post-images/%zz', {}],
    ['/api/posts', { method: 'POST', token, body: { content: 'A third' } }],
    ['/api/posts', { method: 'POST', token, body: { content: 'Not mine', userId: 999 } }],
    ['/api/posts', { method: 'POST', token, headers: form, body: '{}' }],
    ['/api/posts', { method: 'POST', token, headers: json, body: '{' }],
    ['/api/posts', { method: 'POST', token, headers: json, body: ' '.repeat(700_000) }],
    ['/api/users', { method: 'POST', token, headers: json, body: ' '.repeat(70_000) }],
    ['/auth/v1/signup', { method: 'POST', headers: json, body: ' '.repeat(70_000) }],
    ['/auth/v1/settings', {}],
    ['/auth/v1/.well-known/jwks.json', {}],
    ['/auth/v1/verify?token=x&type=signup', {}],
    ['/auth/v1/nowhere', {}],
    ['/storage/v1/nowhere', {}],
    [picture, {}],
    [picture, { method: 'HEAD' }],
    [picture, { headers: { range: 'bytes=0-1' } }],
    [picture, { headers: { range: 'bytes=9999-' } }],
    [`${picture}?download=`, {}],
    ['/', { headers: { host: 'evil"<example' } }],
    ['/api/site', { headers: { host: 'evil"<example' } }],
    ['/api/site', { headers: { host: 'a b' } }],
    ['/api/site', { headers: { host: '' } }],
  ]
}

/** A page without scripts. */
const scriptless = '/webmention'

test('sends the security headers with every response, and never reveals the server software', async () => {
  const site = await servedSite()
  const asked = everyKind(await filled(site))
  const statuses = new Set<number>()
  const wrong: string[] = []
  for (const [target, how] of asked) {
    const answers = [await site.ask(target, how)]
    const etag = answers[0]!.headers.etag
    if (etag) answers.push(await site.ask(target, { ...how, headers: { ...how.headers, 'if-none-match': etag } }))
    for (const answer of answers) {
      statuses.add(answer.status)
      const lacks = missing(target, answer)
      if (lacks.length > 0) wrong.push(`${how.method ?? 'GET'} ${target} ${answer.status}: ${lacks.join(', ')}`)
      if (/html/.test(String(answer.headers['content-type'])) && answer.status === 200)
        assert.match(
          String(answer.headers['content-security-policy']),
          target === scriptless
            ? /^default-src 'none';(?!.*script-src).*require-trusted-types-for 'script'; trusted-types 'none'/
            : /script-src [^;]*\/assets\/ 'sha256-.*require-trusted-types-for 'script'; trusted-types site worker/,
        )
    }
  }
  assert.deepEqual(wrong, [])
  const kinds = [200, 201, 206, 303, 304, 400, 401, 403, 404, 405, 410, 413, 415, 416]
  assert.deepEqual(
    kinds.filter((kind) => !statuses.has(kind)),
    [],
  )
})

test('also sends security headers with errors and during a database outage, and sends HSTS over HTTPS', async () => {
  const site = await servedSite({ SITE_URL: 'https://devstead.test' })
  const relations = ['posts', 'readable_posts', 'post_totals', 'shown_post_counts']
  const rename = (from: string, to: string) => sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(site.db)
  for (const relation of relations) await rename(relation, `${relation}_away`)
  try {
    for (const target of ['/', '/post/1', '/api/posts/1']) {
      const answer = await site.ask(target)
      assert.equal(answer.status, 500, target)
      assert.deepEqual(missing(target, answer), [], target)
      assert.match(String(answer.headers['strict-transport-security']), /^max-age=31536000/)
    }
  } finally {
    for (const relation of relations) await rename(`${relation}_away`, relation)
  }
})

test('does not let other origins read any response, and rejects every preflight request', async () => {
  const site = await servedSite()
  const { token, picture } = await filled(site)
  for (const origin of ['https://evil.example', 'null', siteUrl + '.evil.example']) {
    for (const target of ['/', '/api/posts', '/api/users/me', '/auth/v1/user', '/auth/v1/token', picture, '/nowhere']) {
      const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const answers = [
        await site.ask(target, { token, headers: { origin } }),
        await site.ask(target, { method: 'OPTIONS', headers: { origin, ...preflight } }),
      ]
      for (const { headers } of answers)
        assert.deepEqual(
          Object.keys(headers).filter((name) => name.startsWith('access-control-')),
          [],
          target,
        )
      assert.ok(answers[1]!.status >= 400, target)
    }
  }
})

test('does not cache private responses, and serves byte-identical pages to members and visitors', async () => {
  const site = await servedSite()
  const { token, postId } = await filled(site)
  for (const target of ['/api/users/me', '/api/site', '/api/nowhere', '/auth/v1/user', '/auth/v1/settings']) {
    for (const bearer of [null, token]) {
      const { headers } = await site.ask(target, { token: bearer })
      assert.equal(headers['cache-control'], 'no-store', target)
    }
  }
  // Visitors' responses are cached, but never sent to members.
  for (const target of ['/api/posts', `/api/posts/${postId}`]) {
    const visitors = await site.ask(target)
    const members = await site.ask(target, { token, headers: { 'if-none-match': String(visitors.headers.etag) } })
    assert.deepEqual([visitors.status, visitors.headers['cache-control']], [200, 'no-store'], target)
    assert.deepEqual([members.status, members.headers['cache-control']], [200, 'no-store'], target)
    assert.equal(members.headers.etag, undefined, target)
    assert.ok(!visitors.text.includes('"canEdit":true') && members.text.includes('"canEdit":true'), target)
  }
  const cookie = `supabase_auth_token=${token}; sb-access-token=${token}`
  for (const target of ['/', '/?type=popular', '/?categoryId=1', `/post/${postId}`, `/post/${postId}/edit`, '/login']) {
    const stranger = await site.ask(target)
    const member = await site.ask(target, { token, headers: { cookie } })
    assert.equal(stranger.status, 200)
    assert.equal(member.text, stranger.text, target)
    assert.equal(member.headers.etag, stranger.headers.etag)
    assert.equal(member.headers['set-cookie'], undefined)
    assert.ok(!member.text.includes('alice@devstead.test'))
  }
})

test('never includes Host or X-Forwarded-Host in a page, a response, or an email', async () => {
  const site = await servedSite({ TRUST_PROXY: '1' })
  const { token, postId } = await filled(site)
  const poison = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const body = { email: 'alice@devstead.test' }
  const asked: [string, Asked][] = [
    ['/', {}],
    [`/post/${postId}`, {}],
    ['/nowhere', {}],
    ['/api/posts', {}],
    ['/api/config/supabase', {}],
    ['/api/users/me', { token }],
    ['/auth/v1/settings', {}],
    ['/auth/v1/verify?token=x&type=recovery', {}],
    ['/auth/v1/recover', { method: 'POST', body }],
    ['/api/admin/recovery-links', { method: 'POST', token, body: { username: 'alice' } }],
  ]
  for (const [target, how] of asked) {
    const { status, text, headers } = await site.ask(target, { ...how, headers: poison })
    assert.ok(status < 500, target)
    const { 'content-security-policy': policy, ...others } = headers
    assert.ok(!`${text}${JSON.stringify(others)}`.includes('evil.example'), target)
    assert.match(String(policy), /default-src 'none'/)
  }
  const jobs = await sql<{ job: string }>`select payload::text as job from graphile_worker._private_jobs`.execute(
    site.db,
  )
  assert.ok(!JSON.stringify(jobs.rows).includes('evil.example'))
})

test('does not allow any page to be framed', async () => {
  const site = await servedSite()
  const { postId } = await filled(site)
  for (const target of ['/', `/post/${postId}`, '/login', '/nowhere']) {
    const { headers } = await site.ask(target)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal(headers['x-frame-options'], 'DENY')
  }
})

test('allows camera, microphone, and screen capture only on the go-live page', async () => {
  const site = await servedSite()
  for (const [target, list] of [
    ['/livestreams/1/go-live', '(self)'],
    ['/livestreams/manage', '()'],
    ['/livestream/1', '()'],
    ['/', '()'],
    ['/api/livestreams', '()'],
  ] as const) {
    const policy = String((await site.ask(target)).headers['permissions-policy'])
    for (const name of ['camera', 'microphone', 'display-capture'])
      assert.ok(policy.includes(`${name}=${list},`), `${target}: ${policy}`)
  }
})
