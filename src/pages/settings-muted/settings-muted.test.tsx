import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { settingsMutedView } from './settings-muted.tsx'

const bob = { id: 2, username: 'bob', displayName: 'Bob Baker', profileImage: null }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/muted')
  signInHere()
  cacheProfile(alice)
})

async function open(answers: Answers = {}) {
  let members = [bob]
  let words = [{ id: 4, word: 'spoilers' }]
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/mutes': () => Response.json({ members, words }),
    'DELETE /api/users/2/mute': () => ((members = []), new Response(null, { status: 204 })),
    'POST /api/mutes/words': ({ body }) => {
      const { word } = body as { word: string }
      const known = words.find((one) => one.word === word.trim().toLowerCase())
      if (known) return Response.json(known)
      words = [{ id: 5, word: word.trim() }, ...words]
      return Response.json(words[0], { status: 201 })
    },
    'DELETE /api/mutes/words/4': () => {
      words = words.filter(({ id }) => id !== 4)
      return new Response(null, { status: 204 })
    },
    ...answers,
  })
  const { page } = await mount(<settingsMutedView.View params={{}} query={{}} />)
  await settle()
  const field = () => page.querySelector<HTMLInputElement>('[name=word]')!
  const press = (name: string) => settle(() => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click())
  const add = async (text: string) => {
    await settle(() => type(field(), text))
    await settle(() => field().form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  }
  const chips = () => [...page.querySelectorAll('.chip')].map((one) => one.textContent)
  const changes = () => asked.map(({ call }) => call).filter((call) => !call.startsWith('GET'))
  return { page, field, press, add, chips, changes }
}

test('lists and unmutes members, then shows the empty state', async () => {
  const t = await open()
  assert.match(t.page.textContent, /Bob Baker@bob/)
  await t.press('Unmute @bob')
  assert.match(t.page.textContent, /You haven’t muted anyone/)
  assert.equal(shownToast()?.title, 'Unmuted @bob')
})

test('adds and removes words, ignoring blanks and duplicates', async () => {
  const t = await open()
  await t.add(' #rust ')
  assert.deepEqual(t.chips(), ['#rust', 'spoilers'])
  assert.equal(t.field().value, '')
  await t.add('Spoilers')
  await t.add('   ')
  assert.deepEqual(t.chips(), ['#rust', 'spoilers'])
  await t.press('Remove spoilers')
  assert.deepEqual(t.chips(), ['#rust'])
  assert.deepEqual(t.changes(), ['POST /api/mutes/words', 'POST /api/mutes/words', 'DELETE /api/mutes/words/4'])
})

test('keeps a word in the field when adding fails, and in the list when removing fails', async () => {
  const refused = () => Response.json({ message: 'The database is unavailable.' }, { status: 503 })
  const t = await open({ 'POST /api/mutes/words': refused, 'DELETE /api/mutes/words/4': refused })
  await t.add('a phrase of mine')
  assert.equal(t.field().value, 'a phrase of mine')
  assert.match(t.page.textContent, /The database is unavailable\./)
  await t.press('Remove spoilers')
  assert.deepEqual(t.chips(), ['spoilers'])
})

test('shows an error when the mutes fail to load', async () => {
  const t = await open({ 'GET /api/mutes': () => new Response('no', { status: 500 }) })
  assert.match(t.page.textContent, /failed to load/)
})
