import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { SettingsForm } from './settings-form.tsx'
import { previewSettings } from './settings-previews.contract.ts'
import { useSettings } from './site-settings.hooks.ts'
import { shownToast } from '#ui/toasts.ts'
import { defaultSettings, type SiteSettings } from './site-settings.contract.ts'

const path = `/admin/settings/preview/${'a'.repeat(43)}`
const preview = `POST ${previewSettings.path}`

beforeEach(() => {
  signInHere()
  // happy-dom reports that it does not load the preview's page.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function open(stored: Partial<SiteSettings> = {}, answerPreview = () => Response.json({ path })) {
  const asked = answer({ [preview]: answerPreview })
  const settings: SiteSettings = { ...defaultSettings, icon: { kind: 'house', image: '' }, ...stored }
  const { page } = await mount(
    <SettingsForm stored={{ version: 1, settings, fixed: {} }} canSendEmail onSaved={() => {}} />,
  )
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  const choose = (label: string) =>
    settle(() => [...page.querySelectorAll<HTMLElement>('.segment')].find((one) => one.textContent === label)!.click())
  const close = () => settle(() => page.querySelector<HTMLElement>('.dialog-head button')!.click())
  const turn = (section: string) =>
    settle(() =>
      [...page.querySelectorAll<HTMLElement>('.switch label')].find((one) => one.textContent === section)!.click(),
    )
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  const frame = () => page.querySelector<HTMLIFrameElement>('.site-preview-frame')
  const previews = () =>
    asked.filter(({ call }) => call === preview).map(({ body }) => body as { settings: SiteSettings })
  return { page, press, choose, close, turn, field, frame, previews }
}

test('previews the settings as typed, and saves nothing', async () => {
  const t = await open()
  await settle(() => type(t.field('tagline'), 'Warp and weft'))
  await t.press('Preview')
  assert.deepEqual(
    t.previews().map(({ settings }) => settings.tagline),
    ['Warp and weft'],
  )
  assert.equal(t.frame()!.getAttribute('src'), `${path}/light/`)
  assert.equal(t.frame()!.getAttribute('sandbox'), 'allow-same-origin')
  await t.close()
  assert.equal(t.frame(), null)
  assert.equal(t.field('tagline').value, 'Warp and weft')
  assert.match(t.page.textContent, /You have unsaved changes/)
})

test('lets the keyboard scroll the sample of the look', async () => {
  const { page } = await open()
  assert.equal(page.querySelector<HTMLElement>('.site-settings-aside')!.tabIndex, 0)
})

test('shows the preview in either theme and at either width', async () => {
  const t = await open()
  await t.press('Preview')
  await t.choose('Dark')
  assert.equal(t.frame()!.getAttribute('src'), `${path}/dark/`)
  const link = t.page.querySelector<HTMLAnchorElement>('.site-preview-bar a')!
  assert.deepEqual([link.getAttribute('href'), link.target], [`${path}/dark/`, '_blank'])
  await t.choose('Mobile')
  assert.equal(t.page.querySelector<HTMLElement>('.site-preview-room')!.dataset['width'], 'phone')
  await t.choose('Desktop')
  assert.equal(t.page.querySelector<HTMLElement>('.site-preview-room')!.dataset['width'], 'desktop')
})

test('shows errors instead of a preview', async () => {
  const t = await open()
  await settle(() => type(t.field('contact'), 'nobody'))
  await t.press('Preview')
  assert.deepEqual(t.previews(), [])
  assert.match(t.page.textContent, /Enter an email address or a URL/)
  assert.equal(t.frame(), null)
})

test('shows the errors that only the server can detect', async () => {
  const issues = [{ path: 'css', message: 'Line 1: @import is not allowed.' }]
  const refusal = { code: 'invalid_input', message: issues[0]!.message, issues }
  const t = await open({}, () => Response.json(refusal, { status: 400 }))
  await settle(() => type(t.field('css'), '@import "x.css";'))
  await t.press('Preview')
  assert.match(t.page.textContent, /Line 1: @import is not allowed\./)
  assert.equal(document.activeElement?.getAttribute('name'), 'css')
  assert.equal(t.frame(), null)
})

test('keeps the changes if the settings have changed in the meantime', async () => {
  const settings: SiteSettings = { ...defaultSettings, icon: { kind: 'house', image: '' } }
  const theirs = { version: 2, settings: { ...settings, tagline: 'Theirs' }, fixed: {} }
  const reads = [{ version: 1, settings, fixed: {} }, theirs]
  const asked = answer({
    'GET /api/admin/settings': () => Response.json(reads.shift()),
    'PUT /api/admin/settings': ({ body }) =>
      (body as { version: number }).version === 1
        ? Response.json({ code: 'conflict', message: 'Changed' }, { status: 409 })
        : Response.json({ ...theirs, version: 3 }),
  })
  const { page } = await mount(<Stored />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  const save = () => settle(() => page.querySelector('form')!.requestSubmit())
  await settle(() => type(field('contact'), 'mine@example.org'))
  await save()
  assert.match(shownToast()!.description as string, /Your changes are kept/)
  assert.deepEqual([field('contact').value, field('tagline').value], ['mine@example.org', 'Theirs'])
  await save()
  const { body } = asked.findLast(({ call }) => call === 'PUT /api/admin/settings')!
  assert.equal((body as { version: number }).version, 2)
  assert.deepEqual((body as { settings: SiteSettings }).settings, { ...theirs.settings, contact: 'mine@example.org' })
})

function Stored() {
  const { data } = useSettings()
  return data && <SettingsForm stored={data} canSendEmail onSaved={() => {}} />
}

test('mentions that posts appear or disappear only on save', async () => {
  const t = await open({ sectionsOff: ['guestbook', 'blog'] })
  await t.press('Preview')
  assert.doesNotMatch(t.page.textContent, /The list of posts changes/)
  await t.close()
  await t.turn('Blog')
  await t.press('Preview')
  assert.match(t.page.textContent, /Posts are hidden or shown after you save\./)
})
