import assert from 'node:assert/strict'
import sharp from 'sharp'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { defaultSettings, type SiteSettings, type StoredSettings } from './site-settings.contract.ts'
import { siteSettingsRoutes } from './site-settings.routes.ts'

const path = '/api/admin/settings'
const open = () => cast(siteSettingsRoutes)
const picture = async (width = 700, height = 350) => {
  const png = await sharp({ create: { width, height, channels: 3, background: '#c01f4e' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

test('returns the defaults until an administrator saves settings', async () => {
  const t = await open()
  assert.deepEqual((await t.admin('GET', path)).body, { version: 0, settings: defaultSettings, fixed: {} })
  const settings = {
    ...defaultSettings,
    name: ' The Loom ',
    links: [{ label: 'Code', url: 'https://code.example/me' }],
  }
  const saved = await t.admin<StoredSettings>('PUT', path, { version: 0, settings })
  assert.deepEqual(saved.body, { version: 1, settings: { ...settings, name: 'The Loom' }, fixed: {} })
  assert.deepEqual(t.announced(), ['removals', 'site-settings'])
  assert.deepEqual((await t.admin('GET', path)).body, saved.body)
})

test('stores only what differs from the defaults', async () => {
  const t = await open()
  await t.admin('PUT', path, { version: 0, settings: { ...defaultSettings, tagline: 'Warp and weft' } })
  const row = await one<{ settings: unknown }>(t.db)`select settings from site_settings`
  assert.deepEqual(row?.settings, { tagline: 'Warp and weft' })
})

test('does not overwrite another administrator’s changes', async () => {
  const t = await open()
  const save = (version: number, name: string) =>
    t.admin<StoredSettings>('PUT', path, { version, settings: { ...defaultSettings, name } })
  const statuses = (await Promise.all([save(0, 'One'), save(0, 'Two')])).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await save(1, 'Three')).status, 200)
  const late = await save(1, 'Four')
  assert.equal(late.status, 409)
  assert.equal((await t.admin<StoredSettings>('GET', path)).body.settings.name, 'Three')
})

test('records in the audit log which settings were changed, but not their values', async () => {
  const t = await open()
  const save = (version: number, part: Partial<SiteSettings>) =>
    t.admin('PUT', path, { version, settings: { ...defaultSettings, ...part } })
  await save(0, { name: 'One', tagline: 'Two' })
  await save(0, { name: 'Lost' })
  await save(1, { name: 'One' })
  const rows = await many(t.db)`
    select actor_id, details from audit_log where action = 'settings.changed' order by id`
  const entry = (settings: string) => ({ actor_id: t.members.admin.id, details: { settings } })
  assert.deepEqual(rows, [entry('name, tagline'), entry('tagline')])
})

test('allows access only to administrators', async () => {
  const t = await open()
  const body = { version: 0, settings: defaultSettings }
  for (const [caller, status] of [
    [t.stranger, 401],
    [t.bob, 403],
  ] as const) {
    assert.equal((await caller('GET', path)).status, status)
    assert.equal((await caller('PUT', path, body)).status, status)
  }
})

const invalid: [string, Partial<SiteSettings>, RegExp][] = [
  ['a name with a line break', { name: 'a\nb' }, /line breaks/],
  ['a name that is too long', { name: 'x'.repeat(61) }, /at most 60/],
  ['a contact that is not an address', { contact: 'nobody' }, /email address or a URL/],
  ['a color name', { accent: 'red' }, /a color such as/],
  ['styles as a color', { accent: '#fff;}' }, /a color such as/],
  ['a script URL as the contact', { contact: 'javascript:alert(1)' }, /email address or a URL/],
  ['a script URL as a link', { links: [{ label: 'x', url: 'javascript:alert(1)' }] }, /Enter a URL/],
  ['a link without text', { links: [{ label: ' ', url: 'https://a.example' }] }, /Enter the link text/],
  [
    'too many links',
    { links: Array.from({ length: 7 }, () => ({ label: 'x', url: 'https://a.example' })) },
    /at most 6/,
  ],
  ['a page on another site', { privacy: '//evil.example' }, /one of the site’s pages/],
  ['an SVG as the cover', { cover: 'data:image/svg+xml;base64,PHN2Zz4=' }, /not a picture/],
  ['an SVG as the icon', { icon: { kind: 'picture', image: 'data:image/svg+xml;base64,PHN2Zz4=' } }, /not a picture/],
]
test.each(invalid)('rejects %s', async (_, part, message) => {
  const t = await open()
  const { status, body } = await t.admin<{ message: string }>('PUT', path, {
    version: 0,
    settings: { ...defaultSettings, ...part },
  })
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), message)
  assert.equal(await one(t.db)`select version from site_settings`, null)
})

test('re-encodes the icon as a square PNG once, and rejects files that are not pictures', async () => {
  const t = await open()
  const save = (version: number, icon: SiteSettings['icon']) =>
    t.admin<StoredSettings>('PUT', path, { version, settings: { ...defaultSettings, icon } })
  const fake = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
  assert.equal((await save(0, { kind: 'picture', image: fake })).status, 415)
  const { icon } = (await save(0, { kind: 'picture', image: await picture() })).body.settings
  const { width, height, format } = await sharp(Buffer.from(icon.image.split(',')[1]!, 'base64')).metadata()
  assert.deepEqual([width, height, format], [512, 512, 'png'])
  assert.deepEqual((await save(1, icon)).body.settings.icon, icon)
  const house = { kind: 'house', image: '' } as const
  assert.deepEqual((await save(2, { ...house, image: icon.image })).body.settings.icon, house)
})

test('stores initials only if it cannot generate them', async () => {
  const t = await open()
  const icon = { kind: 'initials', image: await picture() } as const
  const saved = async (version: number, name: string) => {
    const { body } = await t.admin<StoredSettings>('PUT', path, {
      version,
      settings: { ...defaultSettings, name, icon },
    })
    return body.settings.icon.image
  }
  assert.deepEqual([await saved(0, 'Ada'), await saved(1, '')], ['', ''])
  assert.match(await saved(2, '織機'), /^data:image\/png;base64,/)
})

test('re-encodes the cover as WebP once, and rejects files that are not pictures', async () => {
  const t = await open()
  const save = (version: number, cover: string) =>
    t.admin<StoredSettings>('PUT', path, { version, settings: { ...defaultSettings, cover } })
  const fake = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
  assert.equal((await save(0, fake)).status, 415)
  const { cover } = (await save(0, await picture(2400, 800))).body.settings
  const { width, height, format } = await sharp(Buffer.from(cover.split(',')[1]!, 'base64')).metadata()
  assert.deepEqual([width, height, format], [1920, 640, 'webp'])
  assert.equal((await save(1, cover)).body.settings.cover, cover)
  assert.equal((await save(2, '')).body.settings.cover, '')
})

test('replaces stored values that are no longer valid with their defaults', async () => {
  const t = await open()
  await run(t.db)`insert into site_settings (settings, version) values (${JSON.stringify({
    name: 7,
    tagline: 'Warp',
    links: [{ label: 'x', url: 'ftp://a.example' }],
    unknown: true,
  })}::jsonb, 4)`
  const { body } = await t.admin<StoredSettings>('GET', path)
  assert.deepEqual(body, { version: 4, settings: { ...defaultSettings, tagline: 'Warp' }, fixed: {} })
})
