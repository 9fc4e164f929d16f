import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'
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
  const manifest = JSON.parse(body) as { shortcuts: { url: string }[]; share_target: { action: string } }
  const paths = manifest.shortcuts.map(({ url }) => url)
  assert.deepEqual(paths, ['/compose', '/blog/create', '/notifications', '/search'])
  assert.equal(manifest.share_target.action, '/compose')
})
