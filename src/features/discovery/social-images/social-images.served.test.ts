import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { onTestFinished, test } from 'vitest'
import { run } from '#kernel/db.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import { SemaphoreFull } from '#kernel/semaphore.ts'
import { testApplication, type TestApplication } from '#tests/support/application.ts'
import { cast } from '#tests/support/cast.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { png } from '#tests/support/storage.ts'
import { getLivestreamImage, livestreamImageLink, postImageLink } from './social-images.contract.ts'
import { createSocialImages } from './social-images.ts'
import { createPainting } from './painting.ts'

async function site(settings = {}) {
  const app = await testApplication({ SITE_NAME: 'Our Site', ...settings })
  const token = await app.register('alice')
  return { app, token, ...asker(app) }
}

function asker(app: TestApplication) {
  const ask = (path: string, headers = {}) => app.app.request(path, { headers })
  const bytes = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer())
  const folder = path.join(app.config.dataDir, 'cache/cards')
  const kept = async () => (await fs.readdir(folder).catch(() => [])).length
  const publish = async (token: string, post: object) =>
    (await (await app.call('POST', '/api/posts', { token, body: post })).json()) as { id: number }
  return { ask, bytes, folder, kept, publish }
}

test('serves 1200 × 630 images for a post, a member, and the site, with caching headers', async () => {
  const { ask, token, publish } = await site()
  const { id } = await publish(token, { content: 'A post', title: 'Titled' })
  for (const address of [`/cards/post/${id}.png`, '/cards/profile/ALICE.png', '/cards/site.png']) {
    const response = await ask(address)
    assert.equal(response.status, 200, address)
    const header = (name: string) => response.headers.get(name)
    assert.deepEqual(
      [header('content-type'), header('cache-control'), header('cross-origin-resource-policy')],
      ['image/png', 'public, max-age=86400, s-maxage=10, must-revalidate', 'cross-origin'],
    )
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
    assert.deepEqual([format, width, height], ['png', 1200, 630])
    const again = await ask(address, { 'if-none-match': header('etag') })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  }
})

test('serves an image for a public livestream, including the start time', async () => {
  const { app, ask, bytes, token } = await site()
  const stream = async (fields: object) => {
    const body = { title: 'Query plans, live', ...fields }
    return (await (await app.call('POST', '/api/livestreams', { token, body })).json()) as Livestream
  }
  const plain = await stream({})
  const scheduled = await stream({ scheduledAt: '2099-12-24T18:00:00.000Z' })
  const [first, second] = [livestreamImageLink(plain, 'Our Site'), livestreamImageLink(scheduled, 'Our Site')]
  assert.equal(first.alt, 'Query plans, live – Full alice on Our Site')
  assert.ok(!(await bytes(first.path)).equals(await bytes(second.path)))
  const hidden = await stream({ isPublic: false })
  for (const id of [hidden.id, 4_242_424, 0]) assert.equal((await ask(getLivestreamImage.href({ id }))).status, 404)
  assert.equal((await ask('/cards/livestream/x.png')).status, 404)
})

test('updates the image when its post changes, and returns 410 once the post is deleted', async () => {
  const { app, ask, bytes, token, publish } = await site()
  const { id } = await publish(token, { content: 'A post', title: 'Before' })
  const address = `/cards/post/${id}.png`
  const before = await bytes(address)
  await app.call('PATCH', `/api/posts/${id}`, { token, body: { title: 'After' } })
  assert.ok(!before.equals(await bytes(address)))
  await app.call('DELETE', `/api/posts/${id}`, { token })
  assert.equal((await ask(address)).status, 410)
  for (const nowhere of [
    '/cards/post/99.png',
    '/cards/post/x.png',
    '/cards/post/1e0.png',
    '/cards/profile/nobody.png',
  ]) {
    assert.equal((await ask(nowhere)).status, 404, nowhere)
  }
})

test('ignores query strings and unknown URLs, so that they cannot be used to fill the disk', async () => {
  const { ask, token, publish, kept } = await site()
  const { id } = await publish(token, { content: 'A post' })
  for (let n = 0; n < 5; n++) await ask(`/cards/post/${id}.png?v=${n}`)
  for (let n = 100; n < 105; n++) await ask(`/cards/post/${n}.png`)
  assert.equal(await kept(), 1)
})

test('serves images from disk after a restart, and redraws truncated files', async () => {
  const { app, bytes, folder } = await site()
  const first = await bytes('/cards/site.png')
  const [name] = await fs.readdir(folder)
  const file = path.join(folder, name!)
  await fs.truncate(file, 1000)
  const restarted = asker(await testApplication({ SITE_NAME: 'Our Site', DATA_DIR: app.config.dataDir }))
  assert.ok(first.equals(await restarted.bytes('/cards/site.png')))
  assert.ok((await fs.stat(file)).size > first.length)
})

test('shows authors’ uploaded pictures, and never fetches from other hosts', async () => {
  const { app, bytes, token, publish } = await site()
  const { id } = await publish(token, { content: 'A post' })
  const address = `/cards/post/${id}.png`
  const wear = (image: string) => run(app.db)`update members set profile_image = ${image}`
  const initials = await bytes(address)
  const form = new FormData()
  form.set('bucketName', 'profile-images')
  form.set('file', new File([await png(64, 64)], 'me.png', { type: 'image/png' }))
  const uploaded = (await (await app.call('POST', '/api/storage/upload', { token, body: form })).json()) as {
    publicUrl: string
  }
  await wear(uploaded.publicUrl)
  assert.ok(!initials.equals(await bytes(address)))
  await wear('http://127.0.0.1:9/portrait.png')
  assert.ok(initials.equals(await bytes(address)))
  await wear('/storage/v1/object/public/profile-images/lost.png')
  assert.ok(initials.equals(await bytes(address)))
})

test('limits the number of new images per caller, without counting cached images', async () => {
  const { app, ask, token } = await site()
  await run(app.db)`
    insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select min(id), 'One of many', '', '', '', 1, 5, false from members, generate_series(1, 3) n group by n`
  assert.ok(token)
  await ask('/cards/site.png')
  await run(app.db)`update rate_limits set calls = 120 where key like 'cards:%'`
  const refused = await ask('/cards/post/1.png')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await ask('/cards/site.png')).status, 200)
})

test('draws an image once for concurrent requests, and rejects requests while drawing too many images', async () => {
  const { ctx } = await cast([])
  const cacheDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cards-'))
  onTestFinished(() => fs.rm(cacheDir, { recursive: true }))
  let drawn = 0
  const paint = async () => {
    drawn++
    if (drawn > 1) throw new SemaphoreFull('full')
    return Buffer.from('a picture')
  }
  const images = createSocialImages({
    ...ctx,
    cacheDir,
    rateLimits: true,
    site: () => ({ name: 'Our Site', host: 'devstead.test', tagline: '', timeZone: 'UTC' }),
    pictureOf: async () => null,
    fallbackAvatar: () => ({ initials: 'A', color: 'teal' }),
    painting: { paint, close: () => undefined },
  })
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => images.get({ kind: 'site' }, `192.0.2.${n}`)))
  assert.deepEqual([drawn, new Set(all.map(({ etag }) => etag)).size], [1, 1])
  const author = { username: 'ada', displayName: 'Ada', profileImage: null }
  const refused = images.get({ kind: 'profile', title: '', bio: '', author }, '192.0.2.1')
  await assert.rejects(refused, (reason) => reason instanceof AppError && reason.status === 503)
})

test('serves the image on a later request after its painter exits or times out', async () => {
  const { ctx } = await cast([])
  const cacheDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cards-'))
  onTestFinished(() => fs.rm(cacheDir, { recursive: true }))
  const program = path.join(cacheDir, 'painter.mjs')
  await fs.writeFile(
    program,
    `process.on('message', ({ site }) => { if (site.name === 'ends') process.exit(1); if (site.name === 'fails') process.send({ failure: 'no' }) })`,
  )
  for (const [name, status] of [
    ['ends', 503],
    ['hangs', 503],
    ['fails', 500],
  ] as const) {
    const images = createSocialImages({
      ...ctx,
      cacheDir,
      rateLimits: false,
      site: () => ({ name, host: 'devstead.test', tagline: '', timeZone: 'UTC' }),
      pictureOf: async () => null,
      fallbackAvatar: () => ({ initials: 'A', color: 'teal' }),
      painting: createPainting({ program, limitMs: 1000 }),
    })
    onTestFinished(() => images.close())
    const refusal = toAppError(await images.get({ kind: 'site' }, '192.0.2.1').catch((reason: unknown) => reason))
    assert.deepEqual([refusal.status, refusal.details.retryAfterSeconds !== undefined], [status, status === 503], name)
  }
})

test('links to a new image URL when the image has changed', () => {
  const user = { id: 1, username: 'a', displayName: 'A', profileImage: null }
  const post = { id: 7, title: 'T', excerpt: 'E', updatedAt: '2026-11-03T00:00:00.000Z', user }
  const paths = [
    postImageLink(post, 'S'),
    postImageLink({ ...post, updatedAt: '2026-11-03T00:00:00.001Z' }, 'S'),
    postImageLink({ ...post, user: { ...user, displayName: 'B' } }, 'S'),
    postImageLink({ ...post, user: { ...user, profileImage: '/x' } }, 'S'),
    postImageLink(post, 'S2'),
  ].map(({ path }) => path)
  assert.equal(new Set(paths).size, paths.length)
  for (const one of paths) assert.match(one, /^\/cards\/post\/7\.png\?v=[a-z\d]+$/)
  assert.deepEqual(postImageLink(post, 'S'), postImageLink({ ...post }, 'S'))
})
