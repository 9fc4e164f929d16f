import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'
import { watchStatements } from '#tests/support/statements.ts'

/** Alice, the owner, with a goal, two tiers, and sponsors; Bob without any. */
async function site() {
  const served = await servedSite()
  const token = await served.register('Alice')
  await served.register('bob')
  const send = (path: string, body: object) => served.ask(path, { method: 'POST', token, body })
  const write = async () => {
    await send('/api/settings/update', { title: '', githubUsername: 'alice-on-github' })
    await send('/api/sponsor-goals', { title: 'A day a week', amount: 1000, description: 'For open source' })
    await send('/api/sponsor-tiers', { name: 'Patron', amount: 2500, benefits: ['Office hours'] })
    await send('/api/sponsor-tiers', { name: 'Coffee', amount: 499 })
    const picture = 'https://pictures.example/sam.png'
    await send('/api/sponsors', { displayName: 'Sam Smith', profileImage: picture, amount: 12_300 })
    await send('/api/sponsors', {
      displayName: 'Hidden Heron',
      profileImage: 'https://pictures.example/heron',
      isPrivate: true,
    })
  }
  return { ...served, send, write }
}

test('shows a sponsor page’s member, goal, tiers, sponsors, and link without JavaScript', async () => {
  const { ask, write } = await site()
  await write()
  const { status, text } = await ask('/sponsor/Alice')
  assert.equal(status, 200)
  const plain = text.replaceAll('<!-- -->', '')
  for (const words of [
    'Sponsor <bdi>Full Alice</bdi></h1>',
    'Full Alice',
    'Developer Advocate',
    'Support via GitHub Sponsors',
    'href="https://github.com/sponsors/alice-on-github"',
    'target="_blank"',
    'A day a week',
    '$123 of $1000',
    '$4.99',
    'No description provided.',
    'Office hours',
    'Sam Smith',
    '2 sponsors',
    '+1',
    '"@type":"DonateAction"',
    '"price":"4.99"',
    `<link rel="canonical" href="${siteUrl}/sponsor/Alice"`,
    'property="og:title" content="Sponsor Full Alice (@Alice)"',
  ])
    assert.ok(plain.includes(words), words)
  assert.doesNotMatch(text, /heron/i)
  assert.doesNotMatch(text, /src="https:\/\/pictures/)
  const order = ['Support via GitHub Sponsors', 'A day a week', 'Coffee', 'Patron', 'Developer Advocate']
  const body = text.slice(text.indexOf('<body'))
  assert.deepEqual(
    order.toSorted((a, b) => body.indexOf(a) - body.indexOf(b)),
    order,
  )
  assert.doesNotMatch(text, /content="noindex"/)
})

test('redirects IDs and usernames in the wrong case, rejects unknown members, and defaults to the owner', async () => {
  const { ask, write } = await site()
  await write()
  for (const [path, location] of [
    ['/sponsor/1', '/sponsor/Alice'],
    ['/sponsor/ALICE', '/sponsor/Alice'],
    ['/sponsor/2', '/sponsor/bob'],
  ]) {
    const { status, headers } = await ask(path!)
    assert.deepEqual([status, headers.location], [308, location], path)
  }
  for (const path of [
    '/sponsor/nobody',
    '/sponsor/999',
    '/sponsor/0',
    '/sponsor/99999999999',
    `/sponsor/${'x'.repeat(200)}`,
  ]) {
    const { status, text } = await ask(path)
    assert.equal(status, 404, path)
    assert.ok(text.includes('Unable to load user data'), path)
  }
  const own = await ask('/sponsor')
  assert.match(own.text, /Full Alice/)
  assert.match(own.text, /rel="canonical" href="[^"]+\/sponsor\/Alice"/)
})

test('shows no inactive buttons without tiers or a goal, and excludes such pages from search engines', async () => {
  const { ask } = await site()
  const { text } = await ask('/sponsor/bob')
  assert.match(text, /hasn’t added a sponsorship link yet/)
  assert.match(text, /No sponsors yet/)
  assert.doesNotMatch(text, /target="_blank"[^>]*>[^<]*<[^>]*>[^<]*Sponsor on/)
  assert.match(text, /content="noindex"/)
})

test('links to the member’s HTTPS link when they have no GitHub account', async () => {
  const { ask, register } = await site()
  const token = await register('carol')
  const links = ['http://plain.example/', 'https://ko-fi.example/carol'].map((url, n) => ({ label: `Link ${n}`, url }))
  await ask('/api/users/me/links', { method: 'PUT', token, body: { links } })
  const { text } = await ask('/sponsor/carol')
  assert.match(text, /Support via Link 1/)
  assert.match(text, /href="https:\/\/ko-fi\.example\/carol"/)
})

test('lists a member’s sponsor page in the sitemap only if it has tiers or a goal', async () => {
  const { ask, write } = await site()
  await write()
  const { text } = await ask('/sitemap.xml')
  const pages = [...text.matchAll(/<loc>[^<]*(\/sponsor\/\w+)<\/loc>/g)].map(([, path]) => path)
  assert.deepEqual(pages, ['/sponsor/Alice'])
})

test('runs no more statements for ten thousand sponsors than for ten', async () => {
  let statements: string[] = []
  watchStatements((text) => statements.push(text))
  const { ask, write, db } = await site()
  await write()
  const add = (count: number) => run(
    db,
  )`insert into sponsors (member_id, source, display_name, is_private, monthly_cents)
    select 1, 'manual', 'Sponsor ' || n, false, 100 from generate_series(1, ${count}::int) n`
  const read = async (path: string) => {
    statements = []
    const { text } = await ask(path)
    // Excludes statements run by jobs and event streams.
    const all = statements.filter((one) => /^\s*select\b.*\b(from members|sponsor)/s.test(one))
    return { text, all: all.length, ofSponsors: all.filter((one) => /from sponsors\b/.test(one)).length }
  }
  await add(8)
  const few = await read('/sponsor/Alice?')
  await add(9_990)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const many = await read('/sponsor/Alice')
  assert.deepEqual([many.all, many.ofSponsors], [few.all, 1])
  assert.match(many.text.replaceAll('<!-- -->', ''), /10,000 sponsors.*\+9976/s)
  const api = await read('/api/users/1/sponsors')
  assert.equal(api.all, 1)
  assert.equal((JSON.parse(api.text) as { total: number }).total, 10_000)
})
