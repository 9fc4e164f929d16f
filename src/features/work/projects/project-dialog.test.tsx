import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { aProject } from '#tests/support/samples.ts'
import { ProjectDialog } from './project-dialog.tsx'
import type { Project } from './projects.contract.ts'

afterEach(() => settle(() => dismissToast()))

async function open(project: Project | null, answers: Answers = {}) {
  localStorage.clear()
  const asked = answer(answers)
  signInHere()
  const onClose = vi.fn<() => void>()
  const { page } = await mount(<ProjectDialog project={project} onClose={onClose} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  const fill = (values: Record<string, string>) =>
    settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
  const press = (label: string) =>
    settle(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click())
  const sent = () => asked.filter(({ call }) => /^(POST|PUT) \/api\/projects/.test(call))
  return { page, field, fill, press, sent, onClose }
}

const words = { title: 'Ferry times', description: 'When the next ferry leaves.' }

test('sends every field of a new project, and shows a toast', async () => {
  const saved = aProject(7, words)
  const { fill, press, sent, onClose } = await open(null, { 'POST /api/projects': () => Response.json(saved) })
  const deploymentUrl = 'https://ferry.example'
  await fill({ ...words, deploymentUrl, technologies: 'Go, SQLite, go', thumbnailUrl: 'https://ferry.example/a.png' })
  await press('Add Project')
  const { featured, technologies, ...rest } = sent()[0]!.body as Record<string, unknown>
  assert.deepEqual([featured, technologies], [false, ['Go', 'SQLite']])
  assert.equal(rest.deploymentUrl, `${deploymentUrl}/`)
  assert.deepEqual([sent().length, onClose.mock.calls.length], [1, 1])
  assert.equal(shownToast()?.description, '“Ferry times” is now visible to everyone.')
})

test('shows errors next to their fields, focuses the first invalid field, and sends nothing', async () => {
  const { page, field, fill, press, sent } = await open(null)
  await fill({ title: ' a ', description: 'short', githubUrl: 'javascript:alert(1)', thumbnailUrl: '//elsewhere' })
  await press('Add Project')
  const fault = (name: string) => page.querySelector(`[id="${field(name).getAttribute('aria-describedby')}"]`)
  assert.deepEqual(
    ['title', 'description', 'githubUrl', 'thumbnailUrl'].map((name) => fault(name)?.textContent),
    [
      'Title must be at least 3 characters',
      'Description must be at least 10 characters',
      'Please enter a valid URL',
      'Please enter a valid URL',
    ],
  )
  assert.deepEqual([document.activeElement, sent()], [field('title'), []])
})

test('keeps the dialog open with its input if saving fails, and shows errors that the member can fix', async () => {
  const failures = [
    new Response('no', { status: 500 }),
    Response.json({ message: 'You can have at most 200 projects.' }, { status: 409 }),
  ]
  const { page, field, fill, press, onClose } = await open(null, { 'POST /api/projects': () => failures.shift()! })
  await fill(words)
  const said = () => page.querySelector('form > [role=alert]')!.textContent
  await press('Add Project')
  assert.equal(said(), 'Error creating project There was an error creating your project. Please try again.')
  await press('Add Project')
  assert.equal(said(), 'Error creating project You can have at most 200 projects.')
  assert.deepEqual([field('title').value, onClose.mock.calls.length], [words.title, 0])
})

test('sends the complete edited project', async () => {
  const project = aProject(7, { ...words, technologies: ['Go', 'SQLite'], featured: true })
  const { field, fill, press, sent } = await open(project, { 'PUT /api/projects/7': () => Response.json(project) })
  assert.deepEqual([field('title').value, field('technologies').value], [words.title, 'Go, SQLite'])
  await fill({ title: 'Ferries' })
  await press('Save Changes')
  const { title, description, technologies, featured } = sent()[0]!.body as Project
  assert.deepEqual([title, description, technologies, featured], ['Ferries', words.description, ['Go', 'SQLite'], true])
  assert.equal(shownToast()?.title, 'Project updated')
})

test('asks before discarding changes, and closes an unchanged form immediately', async () => {
  const untouched = await open(null)
  await untouched.press('Cancel')
  assert.equal(untouched.onClose.mock.calls.length, 1)
  const { page, field, fill, press, onClose } = await open(null)
  await fill({ title: 'Ferry' })
  await settle(() => page.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
  assert.match(page.querySelector('[role=alertdialog]')!.textContent, /Discard your changes\?/)
  await press('Keep editing')
  assert.deepEqual([field('title').value, onClose.mock.calls.length], ['Ferry', 0])
  await press('Cancel')
  await press('Discard')
  assert.equal(onClose.mock.calls.length, 1)
})

test('uses an uploaded picture’s URL; shows an error for a rejected picture and keeps the other input', async () => {
  const address = '/storage/v1/object/public/project-images/1/a.webp'
  const { page, field, press } = await open(null, {
    'POST /api/storage/upload': () =>
      Response.json({ publicUrl: `https://devstead.test${address}`, address, width: 4, height: 3 }),
  })
  const choose = (file: File) =>
    settle(() => {
      const input = page.querySelector<HTMLInputElement>('[type=file]')!
      Object.defineProperty(input, 'files', { value: [file], configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
  assert.ok(page.querySelector('.project-picture [role=alert]')!.textContent)
  assert.equal(field('thumbnailUrl').value, '')
  await choose(new File(['x'], 'a.png', { type: 'image/png' }))
  assert.equal(field('thumbnailUrl').value, address)
  assert.equal(page.querySelector('.project-picture-shown img')!.getAttribute('src'), address)
  await press('Remove')
  assert.equal(field('thumbnailUrl').value, '')
})

test('uploads, describes, moves, and removes pictures, and sends them only if they changed', async () => {
  const shot = (name: string) => ({ src: `/storage/${name}.webp`, srcset: '', width: 8, height: 5, alt: name })
  const project = aProject(7, words)
  const { page, field, fill, press, sent } = await open(project, {
    'GET /api/projects/7/pictures': () => Response.json({ pictures: [shot('map'), shot('quay')] }),
    'POST /api/storage/upload': () =>
      Response.json({ publicUrl: '', address: '/storage/pier.webp', width: 8, height: 5 }),
    'PUT /api/projects/7': () => Response.json(project),
  })
  await settle()
  await press('Save Changes')
  assert.ok(!('pictures' in (sent()[0]!.body as object)))
  const input = page.querySelector<HTMLInputElement>('input[type=file][multiple]')!
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'pier.png', { type: 'image/png' })] })
  await settle(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  await fill({ '"pictures.2.alt"': 'The pier' })
  const button = (label: string) => page.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)!
  await settle(() => button('Move picture 3 up').click())
  assert.equal(document.activeElement, field('"pictures.1.up"'))
  await settle(() => button('Remove picture 1').click())
  await press('Save Changes')
  assert.deepEqual((sent()[1]!.body as { pictures: object[] }).pictures, [
    { src: '/storage/pier.webp', alt: 'The pier' },
    { src: '/storage/quay.webp', alt: 'quay' },
  ])
})
