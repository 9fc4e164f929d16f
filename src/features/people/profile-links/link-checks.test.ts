import assert from 'node:assert/strict'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { createSafeFetch, type SafeFetch } from '#kernel/safe-fetch.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { linkCheckWorkers } from './link-checks.ts'
import { replaceProfileLinks, ProfileLinks, getProfileLinks } from './profile-links.contract.ts'
import { profileLinkRoutes } from './profile-links.routes.ts'
import { checkProfileLinks } from './profile-links.jobs.ts'

const day = 24 * 60 * 60 * 1000
const back = '<a rel="me" href="http://devstead.test/profile/alice">Me</a>'

/** Returns a member with links, and a second site that serves `pages`. */
async function site() {
  let now = Date.parse('2026-11-22T00:00:00Z')
  const clock = { now: () => now }
  const t = await cast(profileLinkRoutes, { clock })
  const pages: Record<string, (answer: ServerResponse) => void> = {}
  const server = http.createServer((request, answer) => {
    answer.setHeader('content-type', 'text/html')
    pages[request.url!]?.(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  const start = (siteUrl: string, fetch: SafeFetch = createSafeFetch({ allow: [host], userAgent: 'test' })) =>
    tasksOf(linkCheckWorkers, { ...t.ctx, fetch, siteUrl })
  const save = (...paths: string[]) =>
    t.alice('PUT', replaceProfileLinks.path, {
      links: paths.map((path) => ({ label: path, url: new URL(path, url).href })),
    })
  const check = (tasks = start('http://devstead.test')) =>
    tasks[checkProfileLinks.name]!({ memberId: t.members.alice.id })
  const marks = async () => {
    const { links } = ProfileLinks.parse((await t.bob('GET', getProfileLinks.href({ id: t.members.alice.id }))).body)
    return links.map(({ verifiedAt }) => verifiedAt)
  }
  const due = async (tasks = start('http://devstead.test')) => {
    await run(t.db)`delete from graphile_worker._private_jobs`
    await tasks['profile-links.sweep']!({})
    return many(t.db)`select from graphile_worker.jobs`.then((jobs) => jobs.length)
  }
  const pass = (ms: number) => (now += ms)
  return { ...t, pages, url, start, save, check, marks, due, pass }
}
const first = '2026-11-22T00:00:00.000Z'
const html = (text: string) => (answer: ServerResponse) => void answer.end(text)

test('verifies links to pages that link back, including after a redirect within the same site', async () => {
  const t = await site()
  t.pages['/me'] = html(back)
  t.pages['/moved'] = (answer) => void answer.writeHead(301, { location: '/me' }).end()
  t.pages['/header'] = (answer) =>
    void answer.setHeader('link', '<http://devstead.test/profile/alice>; rel="me"').end('<p>Nothing')
  t.pages['/other'] = html(back.replace('alice', 'bob'))
  t.pages['/text'] = (answer) => void answer.setHeader('content-type', 'text/plain').end(back)
  t.pages['/large'] = html(back + 'x'.repeat(1024 * 1024))
  t.pages['/away'] = (answer) => void answer.writeHead(302, { location: t.url.replace('127.0.0.1', 'localhost') }).end()
  await t.save('/me', '/moved', '/header', '/other', '/text', '/large', '/away', '/gone')
  assert.deepEqual(new Set(await t.marks()), new Set([null]))
  t.pages['/gone'] = (answer) => void answer.writeHead(404).end(back)
  t.announced()
  await t.check()
  assert.deepEqual(await t.marks(), [first, first, first, null, null, first, null, null])
  assert.deepEqual(t.announced(), ['members'])
})

test('does not verify a link that redirects to another host', async () => {
  const t = await site()
  const elsewhere: SafeFetch = async () => ({
    ok: true,
    status: 200,
    url: 'https://alice.example/',
    contentType: 'text/html',
    headers: new Headers(),
    body: Buffer.from(back),
  })
  await t.save('https://www.alice.example/', 'https://trusted.example/?to=alice.example')
  await t.check(t.start('http://devstead.test', elsewhere))
  assert.deepEqual(await t.marks(), [first, null])
})

test('rechecks weekly; unverifies links if pages no longer link back or hosts are down for a month', async () => {
  const t = await site()
  t.pages['/me'] = html(back)
  await t.save('/me')
  await t.check()
  assert.equal(await t.due(), 0)
  t.pass(7 * day)
  assert.equal(await t.due(), 1)
  await t.check()
  assert.deepEqual(await t.marks(), ['2026-11-29T00:00:00.000Z'])
  t.pages['/me'] = (answer) => void answer.writeHead(503).end()
  t.pass(day)
  await t.check()
  assert.deepEqual(await t.marks(), ['2026-11-29T00:00:00.000Z'])
  t.pass(day)
  assert.equal(await t.due(), 1)
  t.pass(30 * day)
  await t.check()
  assert.deepEqual(await t.marks(), [null])
  t.pages['/me'] = html(back)
  await t.check()
  t.pages['/me'] = html('<p>Nothing')
  await t.check()
  assert.deepEqual(await t.marks(), [null])
})

test('rechecks links after the site’s URL or the username has changed', async () => {
  const t = await site()
  t.pages['/me'] = html(back)
  await t.save('/me')
  await t.check()
  const moved = t.start('https://moved.example')
  assert.deepEqual([await t.due(), await t.due(moved)], [0, 1])
  await t.check(moved)
  assert.deepEqual([await t.marks(), await t.due(moved)], [[null], 0])
  await run(t.db)`update members set username = 'alicia' where username = 'alice'`
  assert.equal(await t.due(moved), 1)
})

test('verifies links to the profile at a former username', async () => {
  const t = await site()
  t.pages['/me'] = html(back)
  await t.save('/me')
  await run(t.db)`update members set username = 'alicia' where username = 'alice'`
  await t.check()
  assert.deepEqual(await t.marks(), [null])
  await run(t.db)`
    insert into former_usernames (member_id, username) select id, 'alice' from members where username = 'alicia'`
  await t.check()
  assert.notDeepEqual(await t.marks(), [null])
})

test('also verifies the GitHub account, and deletes the results for removed links', async () => {
  const t = await site()
  await run(t.db)`update members set github_username = 'al' where username = 'alice'`
  const asked: string[] = []
  const github: SafeFetch = async (url) => {
    asked.push(url)
    return { ok: true, status: 200, url, contentType: '', headers: new Headers(), body: Buffer.from(back) }
  }
  await t.save('https://alice.example/')
  const tasks = t.start('http://devstead.test', github)
  await t.check(tasks)
  assert.deepEqual(asked.toSorted(), ['https://alice.example/', 'https://github.com/al'])
  const path = getProfileLinks.href({ id: t.members.alice.id })
  assert.equal((await t.stranger('GET', path)).body.githubVerifiedAt, first)
  await run(t.db)`update members set github_username = 'someone-else' where username = 'alice'`
  assert.equal((await t.stranger('GET', path)).body.githubVerifiedAt, null)
  await t.save()
  await t.check(t.start('http://devstead.test', async () => ({ ok: false, reason: 'timeout' })))
  const rows = await many(t.db)`select url, verified_at as "verifiedAt" from link_checks`
  assert.deepEqual(rows, [{ url: 'https://github.com/someone-else', verifiedAt: null }])
})

test('does not fetch private network addresses, and skips deleted members', async () => {
  const t = await site()
  await t.save('http://169.254.169.254/', 'http://localhost/')
  await t.check()
  assert.deepEqual(await t.marks(), [null, null])
  t.announced()
  await t.start('http://devstead.test')[checkProfileLinks.name]!({ memberId: 404_404 })
  assert.deepEqual(t.announced(), [])
  assert.deepEqual(t.logged, [])
})
