import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { TalksForm } from './talks-form.tsx'

const put = 'PUT /api/users/me/talks'
const saved = {
  title: 'How looms count',
  event: 'LoomConf',
  place: 'Lyon',
  date: '2025',
  slidesUrl: '',
  videoUrl: 'https://ada.example/video',
  description: 'Cards and hooks',
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

test('adds a talk, shows errors next to the fields, moves it to the top, and saves the list', async () => {
  const asked = answer({
    'GET /api/users/1/talks': () => Response.json({ talks: [saved] }),
    [put]: ({ body }) => Response.json(body),
  })
  const { page } = await mount(<TalksForm viewer={alice} />)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="talks.${name}"]`)!
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))!
        .click(),
    )
  await press('Add talk')
  assert.equal(document.activeElement, field('1.title'))
  await settle(() => type(field('1.date'), 'May 2026'))
  await settle(() => type(field('1.slidesUrl'), 'slides.example'))
  await press('Save talks')
  for (const fault of [/Enter a title/, /Enter a date such as 2024/, /Enter a URL that begins with https/])
    assert.match(page.textContent, fault)
  await settle(() => type(field('1.title'), 'Engines'))
  await settle(() => type(field('1.date'), '2026-05'))
  await settle(() => type(field('1.slidesUrl'), ''))
  await press('Move talk “Engines” up')
  await press('Save talks')
  const added = {
    title: 'Engines',
    event: '',
    place: '',
    date: '2026-05',
    slidesUrl: '',
    videoUrl: '',
    description: '',
  }
  assert.deepEqual(
    asked.filter(({ call }) => call === put).map(({ body }) => body),
    [{ talks: [added, saved] }],
  )
  assert.equal(shownToast()?.title, 'Talks saved')
  assert.equal(field('0.title').value, 'Engines')
})
