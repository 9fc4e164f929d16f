import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { AvailabilityForm } from './availability-form.tsx'

const path = '/api/users/me/availability'
const availability = { text: 'Freelance work', link: 'https://alice.example/' }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(viewer = alice, answers: Answers = {}) {
  const asked = answer({
    [`PUT ${path}`]: ({ body }) => Response.json(body),
    [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
    ...answers,
  })
  const { page, cache } = await mount(<AvailabilityForm viewer={viewer} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
  const toggle = () => settle(() => page.querySelector<HTMLElement>('[role=switch]')!.click())
  const submit = () => settle(() => page.querySelector('form')!.requestSubmit())
  const sent = () => asked.map(({ call, body }) => [call, body])
  const shown = () => cache.getQueryData(viewerQuery.queryKey)?.availability
  return { page, field, toggle, submit, sent, shown }
}

test('saves what the member is available for', async () => {
  const t = await open()
  assert.equal(t.field('text'), null)
  await t.toggle()
  await settle(() => {
    type(t.field('text')!, availability.text)
    type(t.field('link')!, availability.link)
  })
  await t.submit()
  assert.deepEqual(t.sent(), [[`PUT ${path}`, availability]])
  assert.equal(shownToast()?.title, 'Your profile shows that you’re available')
  assert.deepEqual(t.shown(), availability)
})

test('removes the mark', async () => {
  const t = await open({ ...alice, availability })
  assert.equal(t.field('text')?.value, availability.text)
  await t.toggle()
  await t.submit()
  assert.deepEqual(t.sent(), [[`DELETE ${path}`, undefined]])
  assert.equal(t.shown(), undefined)
})

test('explains an invalid link, and keeps the input when saving fails', async () => {
  const t = await open({ ...alice, availability }, { [`PUT ${path}`]: () => new Response('', { status: 503 }) })
  await settle(() => type(t.field('link')!, 'alice.example'))
  await t.submit()
  assert.match(t.page.querySelector('.field-error')!.textContent, /begins with https/)
  assert.deepEqual(t.sent(), [])
  await settle(() => type(t.field('link')!, 'https://other.example/'))
  await t.submit()
  assert.equal(shownToast()?.title, 'Availability not saved')
  assert.equal(t.field('link')?.value, 'https://other.example/')
})
