import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { beforeEach, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { settingsView } from './settings.tsx'

const update = 'POST /api/settings/update'
const filled = { ...alice, title: 'Engineer', bio: 'Hello', githubUsername: 'alice-a', skills: ['SQL'] }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings')
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(filled), ...answers })
  const { page } = await mount(<settingsView.View params={{}} query={{}} />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))!
        .click(),
    )
  const write = (name: string, text: string) => settle(() => type(field(name), text))
  const skills = () => [...page.querySelectorAll('.chip')].map((one) => one.textContent)
  const saves = () => asked.filter(({ call }) => call === update).map(({ body }) => body)
  return { page, field, press, write, skills, saves }
}

test('asks visitors to sign in, including in the server-rendered page', async () => {
  assert.match(renderToString(<settingsView.View params={{}} query={{}} />), /Authentication Required/)
  localStorage.clear()
  const t = await open()
  assert.match(t.page.textContent, /Authentication Required/)
  assert.equal(t.page.querySelector('a')?.getAttribute('href'), '/auth?next=/settings')
})

test('shows the profile in the form and links to the admin tools', async () => {
  const t = await open()
  assert.deepEqual(
    ['displayName', 'title', 'bio', 'githubUsername'].map((name) => t.field(name).value),
    ['Alice Archer', 'Engineer', 'Hello', 'alice-a'],
  )
  assert.deepEqual(t.skills(), ['SQL'])
  for (const words of ['Back to Home', 'Admin Tools', 'Admin Only', 'Manage Comments', 'GitHub Activity Refresh'])
    assert.ok(t.page.textContent.includes(words), words)
})

test('updates the profile everywhere, shows a toast, and opens the feed after 800 ms', async () => {
  const updates: unknown[] = []
  addEventListener('user-profile-updated', (event) => updates.push((event as CustomEvent).detail), { once: false })
  const saved = { ...filled, displayName: 'Alice A.' }
  const t = await open({ [update]: () => Response.json(saved) })
  await t.write('displayName', 'Alice A.')
  await t.press('Save Changes')
  assert.equal(shownToast()?.title, 'Settings updated')
  assert.equal(location.pathname, '/settings')
  await settle(() => new Promise((resolve) => setTimeout(resolve, 820)))
  assert.equal(location.pathname, '/')
  assert.deepEqual(updates.at(-1), saved)
  const { displayName, title, bio, githubUsername, skills } = saved
  assert.deepEqual(t.saves(), [{ displayName, title, bio, profileImage: '', githubUsername, skills }])
  assert.equal(
    Object.keys(localStorage).some((key) => key.startsWith('settings-draft')),
    false,
  )
})

test('shows an error next to the field for a short name and sends nothing', async () => {
  const t = await open()
  await t.write('displayName', ' A ')
  await t.press('Save Changes')
  assert.equal(shownToast()?.title, 'Validation Error')
  assert.equal(shownToast()?.description, 'Display name must be at least 2 characters')
  assert.equal(t.field('displayName').getAttribute('aria-invalid'), 'true')
  assert.equal(document.activeElement, t.field('displayName'))
  assert.deepEqual(t.saves(), [])
})

test('shows a message for each failure and keeps the input', async () => {
  const failures: [() => Response | Promise<Response>, string, string][] = [
    [() => Response.json({ message: 'No room' }, { status: 500 }), 'Failed to update settings', 'No room'],
    [() => new Response('', { status: 502 }), 'Failed to update settings', 'An error occurred. Please try again.'],
    [() => Promise.reject(new TypeError('offline')), 'Error', 'An unexpected error occurred. Please try again.'],
    [
      () => Response.json({ message: 'No' }, { status: 401 }),
      'Authentication Error',
      'You need to be logged in to update your settings. Please sign in again.',
    ],
  ]
  let failure = failures[0]![0]
  const t = await open({ [update]: () => failure() })
  await t.write('bio', 'A new bio')
  for (const [fails, title, description] of failures) {
    failure = fails
    await t.press('Save Changes')
    assert.deepEqual([shownToast()?.title, shownToast()?.description], [title, description])
    assert.equal(t.field('bio').value, 'A new bio')
  }
})

test('restores unsaved changes after a reload until they are discarded', async () => {
  const first = await open()
  await first.write('bio', 'A new bio')
  first.page.remove()
  const again = await open({ 'GET /api/users/me': () => Response.json({ ...filled, title: 'Boss' }) })
  assert.deepEqual([again.field('bio').value, again.field('title').value], ['A new bio', 'Boss'])
  assert.match(again.page.textContent, /You have unsaved changes/)
  await again.press('Discard changes')
  assert.equal(again.field('bio').value, 'Hello')
  assert.equal(JSON.stringify(localStorage).includes('A new bio'), false)
})

test('adds skills with Enter or the button, removes them with ×, and ignores blanks and duplicates', async () => {
  const t = await open()
  const enter = (text: string) =>
    settle(() => {
      type(t.field('skills'), text)
      t.field('skills').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  await enter(' Rust ')
  await enter('rust')
  await enter('  ')
  await t.write('skills', 'Go')
  await t.press('Add skill')
  assert.deepEqual(t.skills(), ['SQL', 'Rust', 'Go'])
  assert.equal(t.field('skills').value, '')
  await t.press('Remove SQL')
  assert.deepEqual(t.skills(), ['Rust', 'Go'])
  assert.deepEqual(t.saves(), [])
})

test('saves a skill that was typed but not added', async () => {
  const t = await open({ [update]: () => Response.json({ message: 'No room' }, { status: 500 }) })
  await t.write('skills', ' Zig ')
  await t.press('Save Changes')
  assert.deepEqual((t.saves()[0] as { skills: string[] }).skills, ['SQL', 'Zig'])
  assert.deepEqual([t.skills(), t.field('skills').value], [['SQL', 'Zig'], ''])
})

test('rejects files that are too large or not images before uploading them', async () => {
  const t = await open({
    'POST /api/storage/upload': () =>
      Response.json({
        publicUrl: 'http://site.test/storage/v1/object/public/profile-images/1/a.gif',
        address: '/storage/v1/object/public/profile-images/1/a.gif',
        width: 9,
        height: 9,
      }),
  })
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not supported')))
  const input = t.page.querySelector<HTMLInputElement>('input[type=file]')!
  const choose = (file: File) =>
    settle(() => {
      Object.defineProperty(input, 'files', { value: [file], configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose(new File(['text'], 'a.txt', { type: 'text/plain' }))
  assert.match(t.page.textContent, /Only image files are allowed/)
  await choose(new File([new Uint8Array(1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
  assert.match(t.page.textContent, /File size exceeds 1MB limit/)
  await choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }))
  assert.doesNotMatch(t.page.textContent, /limit/)
  assert.match(t.page.querySelector('.profile-picture img')!.getAttribute('src')!, /profile-images\/1\/a\.gif$/)
  vi.unstubAllGlobals()
})

test('shows a picture hosted on another site only after it has been saved', async () => {
  const t = await open()
  await t.write('profileImage', 'https://elsewhere.example/me.png')
  assert.equal(t.page.querySelector('.profile-picture img'), null)
  assert.match(t.page.textContent, /Save your settings to see/)
})

const refresh = 'POST /api/github-activities/refresh'

test('refreshes GitHub activity and shows the result', async () => {
  const message = 'GitHub’s rate limit has been reached. Try again at 14:00 UTC.'
  const t = await open({ [refresh]: () => Response.json({ count: 3, message: '3 new' }) })
  await t.press('Refresh')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['GitHub Activities Updated', 'Successfully refreshed 3 activities'],
  )
  const refused = await open({ [refresh]: () => Response.json({ message }, { status: 429 }) })
  await refused.press('Refresh')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Refresh Failed', message])
  const broken = await open({ [refresh]: () => new Response('', { status: 502 }) })
  await broken.press('Refresh')
  assert.equal(shownToast()?.description, 'Failed to refresh GitHub activities. Please check your GitHub token.')
})

test('disables the refresh button when no GitHub username is saved and explains why', async () => {
  const t = await open({ 'GET /api/users/me': () => Response.json({ ...filled, githubUsername: null }) })
  const row = t.page.querySelector('.github-refresh')!
  assert.match(row.textContent, /Enter your GitHub username above and save it/)
  assert.equal(row.querySelector('button')?.disabled, true)
})
