import assert from 'node:assert/strict'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { LinksForm } from './links-form.tsx'

const saved = {
  links: [
    { label: 'Blog', url: 'https://alice.example/', verifiedAt: '2026-11-22T00:00:00.000Z' },
    { label: 'Code', url: 'https://code.example/alice', verifiedAt: null },
  ],
  githubVerifiedAt: null,
}
const put = 'PUT /api/users/me/links'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({ 'GET /api/users/1/links': () => Response.json(saved), ...answers })
  const { page } = await mount(<LinksForm viewer={alice} />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="links.${name}"]`)!
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))!
        .click(),
    )
  const write = (name: string, text: string) => settle(() => type(field(name), text))
  const labels = () => [...page.querySelectorAll<HTMLInputElement>('[name$=".label"]')].map(({ value }) => value)
  const sent = () => asked.filter(({ call }) => call === put).map(({ body }) => body)
  return { page, field, press, write, labels, sent }
}

test('adds, moves, and removes links with buttons and keeps focus nearby', async () => {
  const t = await open()
  assert.match(t.page.textContent, /Verified on Nov 22, 2026/)
  await t.press('Move Code up')
  assert.deepEqual(t.labels(), ['Code', 'Blog'])
  assert.equal(document.activeElement, t.field('0.down'))
  await t.press('Remove Blog')
  assert.deepEqual(t.labels(), ['Code'])
  assert.equal(document.activeElement, t.field('0.remove'))
  await t.press('Add link')
  assert.equal(document.activeElement, t.field('1.label'))
  await t.press('Remove link 2')
  await t.press('Remove Code')
  assert.deepEqual(t.labels(), [])
  assert.equal(document.activeElement, t.field('add'))
})

test('adds a link over plain HTTP, where crypto.randomUUID is unavailable', async () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const t = await open()
  await t.press('Add link')
  assert.deepEqual(t.labels(), ['Blog', 'Code', ''])
})

test('saves links in order, omitting empty rows', async () => {
  const t = await open({ [put]: () => Response.json({ ...saved, links: saved.links.slice(1) }) })
  await t.press('Remove Blog')
  await t.press('Add link')
  await t.press('Save links')
  assert.deepEqual(t.sent(), [{ links: [{ label: 'Code', url: 'https://code.example/alice' }] }])
  assert.equal(shownToast()?.title, 'Links saved')
  assert.deepEqual([t.labels(), localStorage.getItem('links-draft:1')], [['Code'], null])
})

test('shows an error next to the invalid field, focuses the field, and sends nothing', async () => {
  const t = await open()
  await t.write('1.url', 'javascript:alert(1)')
  await t.press('Save links')
  assert.equal(document.activeElement, t.field('1.url'))
  assert.match(t.page.textContent, /Enter a URL that begins with https:/)
  await t.write('1.url', 'https://alice.example')
  await t.press('Save links')
  assert.match(t.page.textContent, /This URL is already in the list/)
  assert.deepEqual(t.sent(), [])
})

test('restores links that failed to save after a reload, until they are discarded', async () => {
  const t = await open({ [put]: () => Response.json({ message: 'The database is unavailable.' }, { status: 503 }) })
  await t.write('0.label', 'My blog')
  await t.press('Save links')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Failed to save links', 'The database is unavailable.'],
  )
  assert.deepEqual(t.labels(), ['My blog', 'Code'])
  t.page.remove()
  const again = await open()
  assert.deepEqual(again.labels(), ['My blog', 'Code'])
  assert.match(again.page.textContent, /You have unsaved links/)
  await again.press('Discard changes')
  assert.deepEqual([again.labels(), localStorage.getItem('links-draft:1')], [['Blog', 'Code'], null])
})

test('keeps what is typed while the links are being saved', async () => {
  const saving = Promise.withResolvers<Response>()
  const t = await open({ [put]: () => saving.promise })
  await t.write('0.label', 'My blog')
  await t.press('Save links')
  await t.write('1.label', 'My code')
  const [blog, code] = saved.links
  await settle(() => saving.resolve(Response.json({ ...saved, links: [{ ...blog, label: 'My blog' }, code] })))
  assert.equal(shownToast()?.title, 'Links saved')
  assert.deepEqual(t.labels(), ['My blog', 'My code'])
  assert.match(localStorage.getItem('links-draft:1')!, /My code/)
})

test('restores unsaved links that an earlier version stored', async () => {
  localStorage.setItem('links-draft:1', JSON.stringify([{ key: 'a', label: 'Old', url: 'https://old.example/' }]))
  const t = await open()
  assert.deepEqual(t.labels(), ['Old'])
  assert.equal(t.field('0.url').value, 'https://old.example/')
})

test('allows at most ten links', async () => {
  const links = Array.from({ length: 10 }, (_, n) => ({
    label: `L${n}`,
    url: `https://${n}.example/`,
    verifiedAt: null,
  }))
  const t = await open({ 'GET /api/users/1/links': () => Response.json({ ...saved, links }) })
  const button = [...t.page.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Add link')!
  assert.ok(button.disabled)
})
