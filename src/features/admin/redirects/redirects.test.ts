import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'vitest'
import { inTransaction, many, one } from '#kernel/db.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { redirectLinesIn } from './redirect-lines.ts'
import {
  createRedirect,
  deleteRedirect,
  getRedirects,
  pasteRedirects,
  type PasteResult,
  type Redirect,
  type RedirectList,
  rejectedRedirects,
  updateRedirect,
} from './redirects.contract.ts'
import type { RedirectPair } from './redirect-rules.contract.ts'
import { redirectsImported } from './redirects.events.ts'
import { redirectsFeature } from './redirects.feature.ts'

async function castRedirects() {
  const t = await cast(redirectsFeature.routes)
  const add = (from: string, to: string) => t.admin<Redirect>('POST', createRedirect.path, { from, to })
  const change = (id: number, from: string, to: string) =>
    t.admin<Redirect>('PUT', updateRedirect.href({ id }), { from, to })
  const paste = async (text: string) => (await t.admin<PasteResult>('POST', pasteRedirects.path, { text })).body
  const list = async (query = '') => (await t.admin<RedirectList>('GET', `${getRedirects.path}?limit=100${query}`)).body
  const pairs = async () => (await list()).redirects.map(({ from, to }) => `${from} ${to}`)
  const emit = (given: { from: string; to: string }[]) =>
    inTransaction(t.db, async (tx) => {
      const rejected: string[] = []
      const onRejected = ({ from }: RedirectPair, why: string) => void rejected.push(`${from}: ${why}`)
      await t.ctx.emit(tx, redirectsImported, { pairs: given, onRejected })
      return rejected
    })
  return { ...t, add, change, paste, list, pairs, emit }
}

test('notifies other processes before responding, because they keep the rules in memory', async () => {
  const notified: string[] = []
  const announce = async (...topics: string[]) => {
    await setImmediate()
    notified.push(...topics)
  }
  const t = await cast(redirectsFeature.routes, { announce })
  await t.admin('POST', createRedirect.path, { from: '/a', to: '/b' })
  assert.deepEqual(notified, ['redirects'])
})

test('adds, lists, changes, and deletes a redirect, and announces each change', async () => {
  const t = await castRedirects()
  const { status, body } = await t.add('/Old/Über', '/new')
  assert.equal(status, 201)
  assert.deepEqual([body.from, body.to, body.origin, body.username], ['/Old/Über', '/new', 'manual', 'admina'])
  assert.deepEqual(t.announced(), ['redirects'])
  const changed = await t.change(body.id, '/old/*', 'http://devstead.test/blog/*')
  assert.deepEqual([changed.status, changed.body.from, changed.body.to], [200, '/old/*', '/blog/*'])
  assert.deepEqual(t.announced(), ['redirects'])
  assert.deepEqual(await t.pairs(), ['/old/* /blog/*'])
  assert.equal((await t.admin('DELETE', deleteRedirect.href({ id: body.id }))).status, 204)
  assert.deepEqual(t.announced(), ['redirects'])
  assert.equal((await t.admin('DELETE', deleteRedirect.href({ id: body.id }))).status, 404)
  assert.equal((await t.change(body.id, '/a', '/b')).status, 404)
  assert.deepEqual([await t.pairs(), t.announced(), t.logged], [[], [], []])
})

test('searches old paths and targets, page by page', async () => {
  const t = await castRedirects()
  await t.paste('/b /x\n/a_1 /y\n/a1 /z\n/c /a_2')
  const found = async (query: string) => (await t.list(query)).redirects.map(({ from }) => from)
  assert.deepEqual(await found('&q=A_'), ['/a_1', '/c'])
  assert.deepEqual(await found('&q=nothing'), [])
  const page = (await t.admin<RedirectList>('GET', `${getRedirects.path}?limit=2&page=2`)).body
  assert.deepEqual([page.redirects.map(({ from }) => from), page.total, page.totalPages], [['/b', '/c'], 4, 2])
})

test('rejects a second redirect from an equivalent path, and redirects that form a loop', async () => {
  const t = await castRedirects()
  const { body } = await t.add('/a', '/b')
  for (const [from, to] of [
    ['/A/', '/c'],
    ['/%61', '/b'],
  ] as const) {
    const again = await t.add(from, to)
    assert.deepEqual([again.status, (again.body as unknown as { code: string }).code], [409, 'conflict'])
  }
  await t.add('/b', '/c')
  const looping = await t.admin('POST', createRedirect.path, { from: '/c', to: '/a' })
  assert.deepEqual([looping.status, looping.body['code']], [409, 'conflict'])
  assert.match(JSON.stringify(looping.body['message']), /loop: \/c → \/a → \/b → \/c.*redirect from \/a/)
  assert.equal((await t.change(body.id, '/a', '/a/')).status, 409)
  assert.equal((await t.change(body.id, '/b', '/x')).status, 409)
  assert.equal((await t.change(body.id, '/a', '/b')).status, 200)
  assert.deepEqual(await t.pairs(), ['/a /b', '/b /c'])
})

test('does not let two administrators who save concurrently create a loop', async () => {
  const t = await castRedirects()
  const answers = await Promise.all([t.add('/a', '/b'), t.add('/b', '/c'), t.add('/c', '/a')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, 409],
  )
  assert.equal((await t.list()).total, 2)
})

test('lets only administrators use the endpoints, and rejects invalid input with a reason', async () => {
  const t = await castRedirects()
  for (const [who, status] of [
    [t.stranger, 401],
    [t.bob, 403],
  ] as const) {
    assert.equal((await who('GET', getRedirects.path)).status, status)
    assert.equal((await who('POST', createRedirect.path, { from: '/a', to: '/b' })).status, status)
    assert.equal((await who('PUT', updateRedirect.href({ id: 1 }), { from: '/a', to: '/b' })).status, status)
    assert.equal((await who('DELETE', deleteRedirect.href({ id: 1 }))).status, status)
    assert.equal((await who('POST', pasteRedirects.path, { text: '/a /b' })).status, status)
  }
  for (const id of badIds) assert.equal((await t.admin('DELETE', `/api/admin/redirects/${id}`)).status, 400)
  const { body } = await t.add('/x', '/y')
  for (const given of [
    ...badBodies,
    {},
    { from: '/a' },
    { from: '/', to: '/b' },
    { from: '/a', to: 'b' },
    { from: 1, to: 2 },
  ]) {
    assert.equal((await t.admin('POST', createRedirect.path, given)).status, 400, JSON.stringify(given))
    assert.equal((await t.admin('PUT', updateRedirect.href({ id: body.id }), given)).status, 400, JSON.stringify(given))
  }
  const refused = await t.admin('POST', createRedirect.path, { from: '/api/x', to: '/b' })
  assert.deepEqual(refused.body['issues'], [{ path: 'from', message: refused.body['message'] }])
  assert.equal((await t.admin('POST', pasteRedirects.path, { text: 7 })).status, 400)
  assert.deepEqual([await t.pairs(), t.logged], [['/x /y'], []])
})

test('adds each valid line of pasted text and reports the others with their line numbers', async () => {
  const t = await castRedirects()
  await t.add('/kept', '/here')
  const text = `# Comment
/a /b
/kept/   /here 301
/kept /elsewhere

/blog/* /writing/:splat 301!
/ page=7 /seven 302
/csv,"/comma,here"
https://old.example/full -> https://other.example/x
/a /other
/loop /loop
/app /app.html 200
/posts/:id /p/:id
nonsense
/api/x /y
/de /german 301 Language=de
"/open,/x`
  const { added, unchanged, rejected } = await t.paste(text)
  assert.deepEqual([added, unchanged], [5, 1])
  assert.deepEqual(
    rejected.map(({ line, message }) => [line, message]),
    [
      [4, 'There is already a redirect from /kept to /here.'],
      [10, 'There is already a redirect from /a to /b.'],
      [11, 'The target /loop would lead back to /loop.'],
      [12, 'Only redirects are supported, not “200”.'],
      [13, 'Placeholders are not supported, except * at the end of the path.'],
      [14, 'Write the old path, a space, and the new path or URL.'],
      [15, 'Paths under /api, /auth, /storage, and /assets cannot be redirected.'],
      [16, 'Conditions are not supported.'],
      [17, 'This line has an unclosed quotation mark.'],
    ],
  )
  assert.deepEqual(await t.pairs(), [
    '/?page=7 /seven',
    '/a /b',
    '/blog/* /writing/*',
    '/csv /comma,here',
    '/full https://other.example/x',
    '/kept /here',
  ])
  const again = await t.paste('/a /b\r\n/csv,"/comma,here"')
  assert.deepEqual([again.added, again.unchanged, again.rejected], [0, 2, []])
})

test('recognizes a table’s header row, and finds no rules in empty text', () => {
  assert.deepEqual(
    redirectLinesIn('\u{feff}from,to\n/a,/b').map(({ line, redirect }) => [line, redirect]),
    [[2, { from: '/a', to: '/b' }]],
  )
  assert.deepEqual(redirectLinesIn(' \n#\n'), [])
})

test('imports redirects, keeping manual ones, replacing earlier imports, and reporting rejected ones', async () => {
  const t = await castRedirects()
  await t.add('/manual', '/mine')
  const given = [
    { from: '/manual', to: '/theirs' },
    { from: '/?p=1', to: '/post/1' },
    { from: '/x', to: '/y' },
    { from: '/y', to: '/x' },
    { from: '/', to: '/z' },
  ]
  const rejected = [
    '/: The home page cannot be redirected.',
    '/manual: There is already a redirect from /manual to /mine.',
    '/y: This would create a redirect loop: /y → /x → /y. Edit or delete the redirect from /x first.',
  ]
  assert.deepEqual(await t.emit(given), rejected)
  assert.deepEqual(await t.emit(given), rejected)
  assert.deepEqual(await t.pairs(), ['/?p=1 /post/1', '/manual /mine', '/x /y'])
  const before = (await t.list()).redirects
  await t.emit([{ from: '/?p=1', to: '/post/1' }])
  assert.deepEqual((await t.list()).redirects, before)
  await t.emit([{ from: '/?p=1', to: '/blog/one' }])
  const [imported] = (await t.list()).redirects
  assert.deepEqual([imported!.to, imported!.origin, imported!.username], ['/blog/one', 'import', null])
  await t.change(imported!.id, '/?p=1', '/blog/mine')
  await t.emit([{ from: '/?p=1', to: '/blog/one' }])
  assert.equal((await t.list()).redirects[0]!.to, '/blog/mine')
  const jobs = await many<{ task: string }>(t.db)`
    select identifier as task from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id where identifier = 'redirects.announce'`
  assert.equal(jobs.length, 1)
})

test('adds no redirects when an import is rolled back', async () => {
  const t = await castRedirects()
  const failing = inTransaction(t.db, async (tx) => {
    await t.ctx.emit(tx, redirectsImported, { pairs: [{ from: '/a', to: '/b' }], onRejected: () => {} })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(await one(t.db)`select from redirects`, null)
})

test('lets importers check in advance which redirects would be rejected', () => {
  const rejected = rejectedRedirects(
    [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/a' },
      { from: 'relative', to: '/c' },
      { from: '/ok', to: '/fine' },
    ],
    'https://site.example',
  )
  assert.deepEqual(
    rejected.map(({ pair, message }) => [pair.from, message.slice(0, 20)]),
    [
      ['/b', 'This would create a '],
      ['relative', 'The old path must st'],
    ],
  )
})
