import assert from 'node:assert/strict'
import { test } from 'vitest'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { fillDemo } from './demo/fill-demo.ts'

test('returns 404 for pages past the end of lists, with a link to the first page', async () => {
  const site = await servedSite()
  await fillDemo(site.ctx)
  for (const path of [
    '/',
    '/blog',
    '/guestbook',
    '/members',
    '/projects',
    '/tag/css',
    '/profile/mirela',
    '/search?q=the',
  ]) {
    const url = `${path}${path.includes('?') ? '&' : '?'}page=987654`
    const { status, text } = await site.ask(url)
    assert.equal(status, 404, url)
    assert.match(text, /<h1/, url)
    if (!/search|members|projects/.test(path)) assert.ok(text.includes('Go to the first page'), url)
    assert.equal((await site.ask(path)).status, 200, path)
  }
  for (const path of ['/?page=2', '/post/1?comments=987654', '/search?q=qzxj'])
    assert.equal((await site.ask(path)).status, 200, path)
})

test('returns 200 for the first page of an empty list', async () => {
  const site = await servedSite()
  const token = await site.register('ada')
  const settings = { ...defaultSettings, sectionsOff: [] }
  await site.ask('/api/admin/settings', { method: 'PUT', token, body: { version: 0, settings } })
  for (const path of ['/', '/?page=1', '/blog', '/projects', '/guestbook'])
    assert.equal((await site.ask(path)).status, 200, path)
})
