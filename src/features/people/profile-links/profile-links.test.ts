import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { LinksInput, replaceProfileLinks, ProfileLinks, getProfileLinks } from './profile-links.contract.ts'
import { profileLinkRoutes } from './profile-links.routes.ts'

async function castLinks() {
  const t = await cast(profileLinkRoutes)
  const save = (links: unknown) => t.alice<{ message: string }>('PUT', replaceProfileLinks.path, { links })
  const shown = async () =>
    ProfileLinks.parse((await t.stranger('GET', getProfileLinks.href({ id: t.members.alice.id }))).body).links.map(
      ({ label, url }) => [label, url],
    )
  return { ...t, save, shown }
}
const blog = { label: ' My blog ', url: ' https://Alice.example ' }
const code = { label: 'Code', url: 'http://code.example/alice?a=1' }

test('shows the most recently saved links, in order', async () => {
  const t = await castLinks()
  assert.deepEqual(await t.shown(), [])
  for (let time = 0; time < 2; time++) {
    const { status, body } = await t.save([blog, code])
    assert.equal(status, 200)
    assert.deepEqual(t.announced(), ['members', 'removals'])
    assert.equal(ProfileLinks.parse(body).links[0]?.verifiedAt, null)
  }
  assert.deepEqual(await t.shown(), [
    ['My blog', 'https://alice.example/'],
    ['Code', 'http://code.example/alice?a=1'],
  ])
  await t.save([code])
  assert.deepEqual(await t.shown(), [['Code', code.url]])
  await t.save([])
  assert.deepEqual(await t.shown(), [])
})

test('replaces an unpaired surrogate in a label', async () => {
  const t = await castLinks()
  assert.equal((await t.save([{ label: 'a\ud800', url: code.url }])).status, 200)
  assert.deepEqual(await t.shown(), [['a\ufffd', code.url]])
  assert.deepEqual(t.logged, [])
})

test('queues only one check per member, in a serial queue', async () => {
  const t = await castLinks()
  for (let time = 0; time < 3; time++) await t.save([blog])
  const jobs = await one(
    t.db,
  )`select count(*) as count, min(queue_name) as queue, min(task_identifier) as task from graphile_worker.jobs`
  assert.deepEqual(jobs, { count: 1, queue: 'profile-links.check', task: 'profile-links.check' })
})

test('saves two lists that are submitted concurrently, each atomically', async () => {
  const t = await castLinks()
  const lists = Array.from({ length: 20 }, (_, n) =>
    Array.from({ length: 10 }, (_, at) => ({ label: `L${n}`, url: `https://${n}.example/${at}` })),
  )
  await Promise.all(lists.map((links) => t.save(links)))
  const labels = (await t.shown()).map(([label]) => label)
  assert.deepEqual([labels.length, new Set(labels).size], [10, 1])
})

test('rejects URLs other than plain HTTP(S), too many links, duplicates, and empty labels', async () => {
  const t = await castLinks()
  await t.save([code])
  t.announced()
  const addresses = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript%3Aalert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'view-source:https://a.example',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'ftp://a.example/',
    'mailto:a@a.example',
    '//a.example/',
    '/profile/alice',
    'a.example',
    'https://',
    'https:///',
    'https:a.example',
    'https://user:pass@a.example/',
    'https://google.example@a.example/',
    'https://a.example/" onclick="alert(1)',
    'https://a.example/<script>',
    'https://a.example\\@b.example/',
    'https://a b.example/',
    'https://[::1/',
    `https://a.example/${'x'.repeat(2000)}`,
    `https://a.example/${'é'.repeat(1000)}`,
    '',
    null,
    1,
    ['https://a.example/'],
  ]
  for (const url of addresses)
    assert.equal(LinksInput.safeParse({ links: [{ label: 'x', url }] }).success, false, String(url))
  for (const url of addresses.slice(0, 3)) assert.equal((await t.save([{ label: 'x', url }])).status, 400, String(url))
  for (const label of ['', '   ', 'x'.repeat(51), '\0', null, 1])
    assert.equal((await t.save([{ label, url: 'https://a.example' }])).status, 400, String(label))
  const many = Array.from({ length: 11 }, (_, n) => ({ label: 'x', url: `https://${n}.example` }))
  assert.equal((await t.save(many)).body.message, 'Add at most 10 links')
  const doubles = await t.save([code, { label: 'Again', url: 'HTTP://CODE.example/alice?a=1' }])
  assert.deepEqual([doubles.status, doubles.body.message], [400, 'This URL is already in the list'])
  for (const body of [...badBodies, { links: {} }, { links: 'x' }, { links: [null] }])
    assert.equal((await t.alice('PUT', replaceProfileLinks.path, body)).status, 400, JSON.stringify(body))
  assert.deepEqual(await t.shown(), [['Code', code.url]])
  assert.deepEqual([t.announced(), t.logged], [[], []])
})

test('rejects visitors, ignores other members’ IDs, and returns 404 for unknown and 400 for invalid IDs', async () => {
  const t = await castLinks()
  assert.equal((await t.stranger('PUT', replaceProfileLinks.path, { links: [] })).status, 401)
  await t.bob('PUT', replaceProfileLinks.path, { links: [code], userId: t.members.alice.id })
  assert.deepEqual(await t.shown(), [])
  assert.equal((await t.stranger('GET', getProfileLinks.href({ id: 404_404 }))).status, 404)
  for (const id of badIds) assert.equal((await t.stranger('GET', `/api/users/${id}/links`)).status, 400, id)
  assert.deepEqual(t.logged, [])
})
