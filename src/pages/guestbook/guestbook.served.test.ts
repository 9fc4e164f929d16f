import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { run } from '#kernel/db.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('ada')
  let version = 0
  const turn = async (state: 'on' | 'off') => {
    const settings = { ...defaultSettings, sectionsOff: state === 'on' ? [] : ['guestbook'] }
    const body = { version: version++, settings }
    const { status, text } = await served.ask('/api/admin/settings', { method: 'PUT', token, body })
    assert.equal(status, 200, text)
  }
  const sign = async (content: string) => {
    const { status, text } = await served.ask('/api/guestbook', { method: 'POST', token, body: { content } })
    assert.equal(status, 201, text)
    return JSON.parse(text) as { id: number }
  }
  return { ...served, token, turn, sign }
}

test('is off on a new site, and appears or disappears everywhere when it is turned on or off', async () => {
  const t = await site()
  for (const state of ['new', 'on', 'off'] as const) {
    if (state !== 'new') await t.turn(state)
    const isOn = state === 'on'
    for (const path of ['/guestbook', '/api/guestbook'])
      assert.equal((await t.ask(path)).status, isOn ? 200 : 404, `${path} ${state}`)
    for (const path of ['/', '/blog', '/sitemap.xml'])
      assert.equal((await t.ask(path)).text.includes('/guestbook'), isOn, `${path} ${state}`)
    assert.equal((await t.ask('/api/site')).text.includes('sectionsOff'), isOn, state)
    const body = { authorName: 'Vera', content: 'Hello' }
    assert.equal((await t.ask('/api/guestbook', { method: 'POST', body })).status, isOn ? 201 : 404)
  }
})

test('shows entries and a form that works without JavaScript', async () => {
  const t = await site()
  await t.turn('on')
  const empty = await t.ask('/guestbook')
  assert.deepEqual(await htmlFaults(empty.text), [])
  assert.match(empty.text, /No entries yet/)
  assert.match(empty.text, /<meta name="robots" content="noindex/)
  for (const attribute of ['method="post"', 'action="/api/guestbook"'])
    assert.match(empty.text, new RegExp(`<form[^>]* ${attribute}`))
  const headers = { origin: 'http://devstead.test', 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'authorName=Vera&content=Hello+from+a+form&subject='
  const sent = await t.ask('/api/guestbook', { method: 'POST', headers, body })
  assert.deepEqual([sent.status, sent.headers.location], [303, '/guestbook?message=sent'])
  assert.match((await t.ask('/guestbook?message=sent')).text, /Your entry is awaiting approval\./)
  assert.doesNotMatch((await t.ask('/guestbook')).text, /Hello from a form/)
  const queue = JSON.parse((await t.ask('/api/admin/comments', { token: t.token })).text) as { items: { id: number }[] }
  const [{ id }] = queue.items as [{ id: number }]
  await t.ask(`/api/admin/comments/${id}`, { method: 'PATCH', token: t.token, body: { published: true } })
  await vi.waitFor(async () => {
    const { text } = await t.ask('/guestbook')
    assert.match(text, /Hello from a form/)
    assert.deepEqual(await htmlFaults(text), [])
    assert.doesNotMatch(text, /<meta name="robots" content="noindex/)
  }, patienceMs)
})

test('redirects from an entry’s URL to the page that contains it', async () => {
  const t = await site()
  await t.turn('on')
  const { id } = await t.sign('The first of all')
  await run(t.db)`insert into comments (owner_id, author_name, content, content_html, status)
    select owner_id, 'Vera', 'Entry ' || n, 'Entry ' || n, 'approved' from comments, generate_series(1, 25) n`
  const first = await t.ask('/guestbook')
  assert.doesNotMatch(first.text, /The first of all/)
  assert.match(first.text, /rel="next" href="[^"]*\/guestbook\?page=2"/)
  for (const [entry, location] of [
    [id, '/guestbook?page=2'],
    [id + 1, '/guestbook?page=2'],
    [id + 25, '/guestbook'],
    [999_999, '/guestbook'],
  ]) {
    const { status, headers } = await t.ask(`/guestbook?entry=${entry}`)
    assert.deepEqual([status, headers.location], [302, location], `entry ${entry}`)
  }
  const second = await t.ask('/guestbook?page=2')
  assert.match(second.text, /The first of all/)
  assert.match(second.text, /rel="canonical" href="http:\/\/devstead\.test\/guestbook\?page=2"/)
  assert.match(second.text, /<title>Guestbook · Page 2 · Our Site<\/title>/)
})

test('lets a page use the URL while the guestbook is off, and shows the page’s text above the entries when it is on', async () => {
  const t = await site()
  const body = { slug: 'guestbook', title: 'My own', content: 'We *read*.', isPublished: true, isInNavigation: false }
  const { status, text } = await t.ask('/api/pages', { method: 'POST', token: t.token, body })
  assert.equal(status, 201, text)
  const off = await t.ask('/guestbook')
  assert.match(off.text, /<h1[^>]*>My own<\/h1>/)
  assert.doesNotMatch(off.text, /<textarea/)
  await t.turn('on')
  const on = await t.ask('/guestbook')
  assert.match(on.text, /<title>My own · Our Site<\/title>/)
  assert.match(on.text, /<h1[^>]*>My own<\/h1>.*<em>read<\/em>.*<textarea/s)
})
