import assert from 'node:assert/strict'
import { test } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { changeUsername } from '#features/people/profiles/username-changes.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { emptyEntry } from '#features/people/resumes/resume-sections.contract.ts'
import { emptyDocument, getOwnResume, getResume, saveResume } from '#features/people/resumes/resumes.contract.ts'
import { createProject } from '#features/work/projects/projects.contract.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

const page = '/profile/alice/cv'
const script = '<script>alert(1)</script>'

async function site() {
  const served = await servedSite()
  const token = await served.register('alice')
  const save = async (isPublished: boolean, part: object = {}) => {
    const work = [{ ...emptyEntry('work'), name: `Looms ${script}`, startDate: '2020-05' }]
    const body = { document: { ...emptyDocument, work, ...part }, isPublished }
    return (await served.ask(saveResume.path, { method: 'PUT', token, body })).status
  }
  const status = async (path: string, as?: string) => (await served.ask(path, { token: as ?? null })).status
  return { ...served, token, save, status }
}

test('shows an unpublished CV only to its member', async () => {
  const t = await site()
  const bob = await t.register('bob')
  assert.equal(await t.save(false), 200)
  const api = getResume.href({ username: 'alice' })
  assert.deepEqual(
    [await t.status(page), await t.status(`${page}.json`), await t.status(api), await t.status(api, bob)],
    [404, 404, 404, 404],
  )
  assert.equal(await t.status(api, t.token), 200)
  assert.equal(await t.status(getOwnResume.path), 401)
  assert.doesNotMatch((await t.ask('/profile/alice')).text, /\/profile\/alice\/cv/)
})

test('publishes a CV with metadata, escapes its text, and hides it again', async () => {
  const t = await site()
  const basics = { ...emptyDocument.basics, label: 'Weaver', email: 'alice@example.org' }
  await t.save(true, { basics })
  const { status, text } = await t.ask(page)
  assert.equal(status, 200)
  assert.match(text, /<title>Full alice – CV/)
  assert.match(text, /May 2020 – Present/)
  assert.match(text, /mailto:alice@example\.org/)
  assert.match(text, /"jobTitle":"Weaver"/)
  assert.ok(!text.includes(script))
  assert.doesNotMatch(text, /noindex/)
  assert.match((await t.ask('/profile/alice')).text, /href="\/profile\/alice\/cv"/)
  assert.match((await t.ask('/sitemap.xml')).text, /\/profile\/alice\/cv</)
  const { text: json } = await t.ask(`${page}.json`)
  assert.match(json, /"label": "Weaver"/)
  await t.save(false)
  assert.equal(await t.status(`${page}.json`), 404)
})

test('rejects invalid CVs', async () => {
  const t = await site()
  const work = (part: object) => ({ work: [{ ...emptyEntry('work'), name: 'A', ...part }] })
  for (const part of [
    work({ url: 'javascript:alert(1)' }),
    work({ startDate: '2024-02-30' }),
    work({ name: '' }),
    work({ summary: 'x'.repeat(5001) }),
    { skills: Array.from({ length: 51 }, () => ({ ...emptyEntry('skills'), name: 'A' })) },
    { basics: {} },
  ])
    assert.equal(await t.save(true, part), 400, JSON.stringify(part).slice(0, 80))
})

test('shows the chosen projects, and only the member’s own', async () => {
  const t = await site()
  const bob = await t.register('bob')
  const add = async (token: string, title: string) => {
    const body = { title, description: 'What it is about' }
    return (JSON.parse((await t.ask(createProject.path, { method: 'POST', token, body })).text) as { id: number }).id
  }
  await t.save(true, { projectIds: [await add(bob, 'Theirs'), await add(t.token, 'Mine')] })
  const { text } = await t.ask(page)
  assert.match(text, /Mine/)
  assert.doesNotMatch(text, /Theirs/)
})

test('redirects former usernames, and hides the CVs of suspended members', async () => {
  const t = await site()
  const bob = await t.register('bob')
  const body = { document: emptyDocument, isPublished: true }
  assert.equal((await t.ask(saveResume.path, { method: 'PUT', token: bob, body })).status, 200)
  const changed = await t.ask(changeUsername.path, { method: 'PUT', token: bob, body: { username: 'robert' } })
  assert.equal(changed.status, 200, changed.text)
  const { status, headers } = await t.ask('/profile/bob/cv')
  assert.deepEqual([status, headers.location], [308, '/profile/robert/cv'])
  const file = await t.ask('/profile/bob/cv.json')
  assert.deepEqual([file.status, file.headers.location], [301, `${siteUrl}/profile/robert/cv.json`])
  const { id } = JSON.parse((await t.ask(getViewer.path, { token: bob })).text) as { id: number }
  await t.ask(suspendMember.href({ id }), { method: 'PUT', token: t.token, body: { reason: 'Sells shoes' } })
  assert.equal(await t.status('/profile/robert/cv.json'), 404)
})

test('redirects /cv to the owner’s CV only on a personal site', async () => {
  const shared = await site()
  await shared.register('bob')
  await shared.save(true)
  assert.equal(await shared.status('/cv'), 404)
})

test('redirects /cv to the owner’s CV if their portfolio is the home page', async () => {
  const t = await site()
  await t.register('bob')
  await t.save(true)
  const settings = { ...defaultSettings, home: { ...defaultSettings.home, kind: 'portfolio' } }
  const body = { version: 0, settings }
  assert.equal((await t.ask('/api/admin/settings', { method: 'PUT', token: t.token, body })).status, 200)
  const { status, headers } = await t.ask('/cv')
  assert.deepEqual([status, headers.location], [302, page])
  assert.match((await t.ask('/')).text, /href="\/profile\/alice\/cv"/)
})

test('redirects /cv to the CV of the only member', async () => {
  const t = await site()
  await t.save(true)
  const { status, headers } = await t.ask('/cv')
  assert.deepEqual([status, headers.location], [302, page])
})
