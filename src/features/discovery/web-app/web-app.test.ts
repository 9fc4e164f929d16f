import assert from 'node:assert/strict'
import fs from 'node:fs'
import { describe, test } from 'vitest'
import { cast } from '#tests/support/cast.ts'
import { webAppRoutes } from './web-app.routes.ts'

const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }

test('includes the site’s name and existing icons in the web app manifest', async () => {
  const t = await cast(webAppRoutes, { site })
  const { body, headers } = await t.stranger<string>('GET', '/manifest.webmanifest')
  assert.equal(headers.get('content-type'), 'application/manifest+json; charset=utf-8')
  const manifest = JSON.parse(body) as { name: string; icons: { src: string; purpose?: string }[] }
  assert.equal(manifest.name, 'Our Site')
  for (const { src } of manifest.icons) assert.ok(fs.existsSync(`public${src}`), src)
  assert.deepEqual(
    manifest.icons.map(({ purpose }) => purpose),
    [undefined, undefined, 'maskable'],
  )
})

test('offers shortcuts to screens that exist, and receives what other apps share', async () => {
  const t = await cast(webAppRoutes, { site })
  const { body } = await t.stranger<string>('GET', '/manifest.webmanifest')
  const manifest = JSON.parse(body) as { shortcuts: { url: string }[]; share_target: Record<string, unknown> }
  const paths = manifest.shortcuts.map(({ url }) => url)
  assert.deepEqual(paths, ['/compose', '/blog/create', '/notifications', '/search'])
  assert.deepEqual(manifest.share_target, {
    action: '/api/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'pictures', accept: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] }],
    },
  })
})

test('receives only texts if the operator has turned the service worker off', async () => {
  const t = await cast(webAppRoutes, { site: { ...site, hasServiceWorker: false } })
  const { body } = await t.stranger<string>('GET', '/manifest.webmanifest')
  const manifest = JSON.parse(body) as { share_target: unknown }
  const params = { title: 'title', text: 'text', url: 'url' }
  assert.deepEqual(manifest.share_target, { action: '/compose', method: 'GET', params })
})

describe('without a service worker', () => {
  async function share(t: Awaited<ReturnType<typeof cast>>, form: FormData) {
    const { status, headers } = await t.stranger('POST', '/api/share', form)
    const location = headers.get('location') ?? ''
    return { status, location, query: Object.fromEntries(new URL(location, 'http://site.test').searchParams) }
  }
  const formWith = (fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const picture = (bytes: number) => new File([new Uint8Array(bytes)], 'loom.png', { type: 'image/png' })

  test('opens the composer with the text, and says that the pictures are missing', async () => {
    const text = { title: 'A loom', text: 'Warp & weft', url: 'https://loom.example/' }
    const t = await cast(webAppRoutes, { site })
    const { status, location, query } = await share(t, formWith(text))
    assert.equal(status, 303)
    assert.match(location, /^\/compose\?/)
    assert.deepEqual(query, text)
    assert.deepEqual((await share(t, formWith({ ...text, pictures: picture(1) }))).query, {
      ...text,
      shared: 'missing',
    })
  })

  test('opens the composer if the pictures are too large to read the form', async () => {
    const t = await cast(webAppRoutes, { site })
    const { status, query } = await share(t, formWith({ text: 'Lost', pictures: picture(3 * 1024 * 1024) }))
    assert.deepEqual([status, query], [303, { shared: 'missing' }])
  })

  test('shortens texts that do not fit into a URL', async () => {
    const t = await cast(webAppRoutes, { site })
    const { location, query } = await share(t, formWith({ title: '織'.repeat(900), text: 'a😀'.repeat(5000) }))
    assert.ok(location.length < 8000)
    assert.match(query.title!, /^織{90,}$/)
    assert.match(query.text!, /^(a😀)+a?$/u)
    assert.deepEqual((await share(t, formWith({ url: `https://loom.example/${'a'.repeat(2000)}` }))).query, {})
  })
})
