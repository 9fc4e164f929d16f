import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { ResumeEditor } from './resume-editor.tsx'
import { emptyEntry } from './resume-sections.contract.ts'
import { emptyDocument } from './resumes.contract.ts'

const skill = (name: string) => ({ ...emptyEntry('skills'), name })
const saved = { document: { ...emptyDocument, skills: [skill('SQL'), skill('Rust')] }, isPublished: false }
const put = 'PUT /api/users/me/cv'
const draftKey = 'cv-draft:1'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({
    'GET /api/users/me/cv': () => Response.json(saved),
    'GET /api/projects': () => Response.json([]),
    ...answers,
  })
  const { page } = await mount(<ResumeEditor viewer={alice} />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))!
        .click(),
    )
  const write = (name: string, text: string) => settle(() => type(field(name), text))
  const skills = () =>
    [...page.querySelectorAll<HTMLInputElement>('[name^="skills."][name$=".name"]')].map((one) => one.value)
  const sent = () => asked.filter(({ call }) => call === put).map(({ body }) => body)
  return { page, field, press, write, skills, sent }
}

test('adds, moves, and removes entries, and saves them', async () => {
  const t = await open({ [put]: ({ body }) => Response.json(body) })
  await t.press('Move skill 2 up')
  assert.deepEqual(t.skills(), ['Rust', 'SQL'])
  assert.equal(document.activeElement, t.field('skills.0.down'))
  await t.press('Remove skill 2')
  await t.press('Add skill')
  assert.equal(document.activeElement, t.field('skills.1.name'))
  await t.write('skills.1.name', 'Go')
  await t.write('skills.1.keywords', 'Channels\n\nGoroutines')
  await t.press('Save CV')
  const skills = [skill('Rust'), { ...skill('Go'), keywords: ['Channels', 'Goroutines'] }]
  assert.deepEqual(t.sent(), [{ document: { ...emptyDocument, skills }, isPublished: false }])
  assert.equal(shownToast()?.title, 'CV saved')
  assert.equal(localStorage.getItem(draftKey), null)
})

test('shows an error next to the invalid field, focuses the field, and sends nothing', async () => {
  const t = await open()
  await t.press('Add job')
  await t.write('work.0.name', 'Looms')
  await t.write('work.0.startDate', 'yesterday')
  await t.press('Save CV')
  assert.equal(document.activeElement, t.field('work.0.startDate'))
  assert.match(t.page.textContent, /Enter a date such as 2024/)
  assert.deepEqual(t.sent(), [])
})

test('restores unsaved changes after a failed save and a reload, until they are discarded', async () => {
  const t = await open({ [put]: () => Response.json({ message: 'The database is unavailable.' }, { status: 503 }) })
  await t.write('skills.0.name', 'PostgreSQL')
  await t.press('Save CV')
  assert.equal(shownToast()?.description, 'The database is unavailable.')
  t.page.remove()
  const again = await open()
  assert.deepEqual(again.skills(), ['PostgreSQL', 'Rust'])
  assert.match(again.page.textContent, /You have unsaved changes from earlier/)
  await again.press('Discard changes')
  assert.deepEqual([again.skills(), localStorage.getItem(draftKey)], [['SQL', 'Rust'], null])
})

test('keeps what is typed while the CV is being saved', async () => {
  const saving = Promise.withResolvers<void>()
  const t = await open({ [put]: ({ body }) => saving.promise.then(() => Response.json(body)) })
  await t.write('skills.0.name', 'PostgreSQL')
  await t.press('Save CV')
  await t.write('skills.1.name', 'Zig')
  await settle(() => saving.resolve())
  assert.equal(shownToast()?.title, 'CV saved')
  assert.deepEqual(t.skills(), ['PostgreSQL', 'Zig'])
  assert.match(localStorage.getItem(draftKey)!, /Zig/)
})

test('shows what an import replaces and ignores, and puts it in the form without saving it', async () => {
  const t = await open()
  await t.write('import', JSON.stringify({ basics: { label: 'Weaver', name: 'A' }, skills: [{ name: 'Looms' }] }))
  await t.press('Check JSON Resume')
  assert.match(t.page.textContent, /Skills \(2 → 1 entries\)/)
  assert.match(t.page.textContent, /will not be imported.*basics\.name/)
  assert.deepEqual(t.skills(), ['SQL', 'Rust'])
  await t.press('Replace CV in form')
  assert.deepEqual([t.skills(), t.field('basics.label').value, t.sent()], [['Looms'], 'Weaver', []])
})
