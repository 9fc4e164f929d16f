import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { parsePreviewPath, previewHref, previewMinutes, previewSettings } from './settings-previews.contract.ts'
import { settingsPreviewRoutes } from './settings-previews.routes.ts'
import { sweepPreviews } from './settings-previews.store.ts'
import { createPreviews } from './settings-previews.ts'
import { defaultSettings, type SiteSettings } from './site-settings.contract.ts'

async function open() {
  let nowMs = Date.now()
  const clock = { now: () => nowMs, random: Math.random }
  const t = await cast(settingsPreviewRoutes, { clock })
  const preview = (part: Partial<SiteSettings>) =>
    t.admin<{ path: string }>('POST', previewSettings.path, { settings: { ...defaultSettings, ...part } })
  const siteSettings = { fixed: {} }
  const previews = () => createPreviews({ db: t.db, clock, siteSettings })
  const pass = (minutes: number) => void (nowMs += minutes * 60_000)
  const sweep = () => sweepPreviews(t.db, new Date(nowMs))
  return { ...t, preview, previews, pass, sweep }
}
const tokenIn = (path: string) => parsePreviewPath(path)!.token
const tables = async (t: Awaited<ReturnType<typeof open>>) => ({
  settings: await many(t.db)`select settings from site_settings`,
  previews: await many(t.db)`select settings from settings_previews`,
})

test('stores the settings as a preview, and changes nothing else', async () => {
  const t = await open()
  const { status, body } = await t.preview({ name: 'The Loom', css: 'h1 { color: red }' })
  assert.equal(status, 200)
  const settings = await t.previews()(tokenIn(body.path))
  assert.deepEqual(
    [settings!.name, settings!.now.settings.css, settings!.now.customStyles!.bytes.toString()],
    ['The Loom', 'h1 { color: red }', 'h1{color:red}'],
  )
  assert.deepEqual(await tables(t), {
    settings: [],
    previews: [{ settings: { name: 'The Loom', css: 'h1 { color: red }' } }],
  })
  assert.deepEqual(t.announced(), [])
})

test('does not store the token', async () => {
  const t = await open()
  const { path } = (await t.preview({})).body
  const rows = await many<{ row: string }>(t.db)`select settings_previews::text as row from settings_previews`
  assert.ok(rows.length === 1 && !rows[0]!.row.includes(tokenIn(path)))
})

test('expires, in the memory of every process too', async () => {
  const t = await open()
  const token = tokenIn((await t.preview({ name: 'The Loom' })).body.path)
  const previewOf = t.previews()
  assert.ok(await previewOf(token))
  t.pass(previewMinutes - 1)
  await t.sweep()
  assert.ok(await previewOf(token))
  assert.ok(await t.previews()(token))
  t.pass(1)
  assert.equal(await previewOf(token), null)
  assert.equal(await t.previews()(token), null)
  await t.sweep()
  assert.deepEqual((await tables(t)).previews, [])
})

test('finds nothing for an unknown token', async () => {
  const t = await open()
  assert.equal(await t.previews()('a'.repeat(43)), null)
})

test('allows access only to administrators', async () => {
  const t = await open()
  const body = { settings: defaultSettings }
  assert.equal((await t.stranger('POST', previewSettings.path, body)).status, 401)
  assert.equal((await t.bob('POST', previewSettings.path, body)).status, 403)
  assert.deepEqual((await tables(t)).previews, [])
})

const invalid: [string, Partial<SiteSettings>, RegExp][] = [
  ['a name that is too long', { name: 'x'.repeat(61) }, /at most 60/],
  ['CSS that loads other stylesheets', { css: '@import "https://other.example/x.css";' }, /"path":"css".*Line 1/],
  ['a feed that is off but is the home page', { sectionsOff: ['feed'] }, /"path":"sectionsOff"/],
  ['a second factor that the administrator lacks', { requireTwoFactor: 'admins' }, /"path":"requireTwoFactor"/],
  ['a script URL as a link', { links: [{ label: 'x', url: 'javascript:alert(1)' }] }, /Enter a URL/],
]
test.each(invalid)('rejects %s, as saving does', async (_, part, message) => {
  const t = await open()
  const { status, body } = await t.preview(part)
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), message)
  assert.deepEqual((await tables(t)).previews, [])
})

test('builds and parses the paths of pages in a preview', () => {
  const token = 'Ab-_'.repeat(10) + 'abc'
  const path = `/admin/settings/preview/${token}`
  assert.deepEqual(parsePreviewPath(previewHref(path, 'dark', '/blog')), { token, theme: 'dark', page: '/blog' })
  assert.deepEqual(parsePreviewPath(path), { token, theme: 'light', page: '/' })
  for (const other of [`${path}/blue/`, `${path}x`, path.slice(0, -1), `/x${path}`])
    assert.equal(parsePreviewPath(other), null, other)
})
