import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { run } from '#kernel/db.ts'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import type { SitePage } from '#features/writing/site-pages/site-pages.contract.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('ada')
  let version = 0
  const turn = async (state: 'on' | 'off') => {
    const settings = { ...defaultSettings, contactForm: state === 'on' }
    const body = { version: version++, settings }
    const { status, text } = await served.ask('/api/admin/settings', { method: 'PUT', token, body })
    assert.equal(status, 200, text)
  }
  const send = async (method: string, path: string, body: object) => {
    const { status, text } = await served.ask(path, { method, token, body })
    assert.ok(status < 300, text)
    return JSON.parse(text) as SitePage
  }
  const write = (slug: string) =>
    send('POST', '/api/pages', {
      slug,
      title: 'Write to us',
      content: 'We *read*.',
      isPublished: true,
      isInNavigation: false,
    })
  return { ...served, token, turn, send, write }
}

test('returns 404 and is not linked while the form is off, and appears or disappears as soon as the form is turned on or off', async () => {
  const t = await site()
  for (const state of ['off', 'on', 'off'] as const) {
    if (state === 'on' || (await t.ask('/api/site')).text.includes('hasContactForm')) await t.turn(state)
    const isOn = state === 'on'
    const contact = await t.ask('/contact')
    assert.deepEqual([contact.status, contact.text.includes('<textarea')], [isOn ? 200 : 404, isOn])
    for (const path of ['/', '/blog', '/nowhere'])
      assert.equal((await t.ask(path)).text.includes('href="/contact"'), isOn, `${path} ${state}`)
    for (const path of ['/', '/api/site']) assert.equal((await t.ask(path)).text.includes('hasContactForm'), isOn)
    for (const path of ['/humans.txt', '/.well-known/security.txt'])
      assert.equal((await t.ask(path)).text.includes('Contact: http://devstead.test/contact\n'), isOn)
    const body = { name: 'Vera', email: 'vera@example.org', message: 'Hello' }
    assert.equal((await t.ask('/api/messages', { method: 'POST', body })).status, isOn ? 204 : 404)
  }
})

test('shows a form that works without JavaScript', async () => {
  const t = await site()
  await t.turn('on')
  const { text } = await t.ask('/contact')
  assert.deepEqual(await htmlFaults(text), [])
  assert.match(text, /<title>Contact · Our Site<\/title>/)
  assert.match(text, /<meta name="description" content="Send a message to Our Site\."/)
  for (const attribute of ['method="post"', 'action="/api/messages"'])
    assert.match(text, new RegExp(`<form[^>]* ${attribute}`))
  assert.match(text, /"@type":"ContactPage"/)
  assert.doesNotMatch(text, /Your message has been sent/)
  const fields = 'name=Vera&email=vera%40example.org&message=Hello&subject='
  const headers = { origin: 'http://devstead.test', 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await t.ask('/api/messages', { method: 'POST', headers, body: fields })
  assert.deepEqual([sent.status, sent.headers.location], [303, '/contact?message=sent'])
  assert.match((await t.ask('/contact?message=sent')).text, /Your message has been sent/)
})

test('lets a page use the URL while the form is off, and shows the page’s text above the form when it is on', async () => {
  const t = await site()
  const page = await t.write('contact')
  await t.write('contact/press')
  const off = await t.ask('/contact')
  assert.equal(off.status, 200)
  assert.match(off.text, /<h1[^>]*>Write to us<\/h1>/)
  assert.match(off.text, /"@type":"WebPage"/)
  assert.doesNotMatch(off.text, /<textarea/)
  await t.turn('on')
  const on = await t.ask('/contact')
  assert.match(on.text, /<title>Write to us · Our Site<\/title>/)
  assert.match(on.text, /<h1[^>]*>Write to us<\/h1>.*<em>read<\/em>.*<textarea/s)
  assert.equal((await t.ask('/contact/press')).status, 200)
  const { slug, title, isPublished, isInNavigation, updatedAt } = page
  const changed = { slug, title, isPublished, isInNavigation, updatedAt, content: 'We answer.' }
  await t.send('PUT', `/api/pages/${page.id}`, changed)
  await vi.waitFor(async () => assert.match((await t.ask('/contact')).text, /We answer\..*<textarea/s), patienceMs)
})

test('lets a redirect use the URL while the form is off', async () => {
  const t = await site()
  await t.send('POST', '/api/admin/redirects', { from: '/contact', to: '/blog' })
  assert.equal((await t.ask('/contact')).headers.location, '/blog')
  await t.turn('on')
  assert.equal((await t.ask('/contact')).status, 200)
})

test('keeps messages from a blocked author’s network out of the inbox', async () => {
  const t = await site()
  await t.turn('on')
  const post = await t.ask('/api/posts', { method: 'POST', token: t.token, body: { content: 'Hello' } })
  const { id } = JSON.parse(post.text) as { id: number }
  const comment = { authorName: 'Sam', content: 'Buy' }
  const { text } = await t.ask(`/api/posts/${id}/comments`, { method: 'POST', body: comment })
  const { id: commentId } = JSON.parse(text) as { id: number }
  await t.send('POST', '/api/admin/blocks', { commentId, kind: 'sender' })
  const body = { name: 'Sam', email: 'sam@example.org', message: 'Buy' }
  assert.equal((await t.ask('/api/messages', { method: 'POST', body })).status, 204)
  const listed = JSON.parse((await t.ask('/api/admin/messages', { token: t.token })).text) as { counts: object }
  assert.deepEqual(listed.counts, { inbox: 0, archive: 0, spam: 1 })
  await run(t.db)`delete from comment_blocks`
  assert.equal((await t.ask('/api/messages', { method: 'POST', body })).status, 204)
  const again = JSON.parse((await t.ask('/api/admin/messages', { token: t.token })).text) as { counts: object }
  assert.deepEqual(again.counts, { inbox: 1, archive: 0, spam: 1 })
})
