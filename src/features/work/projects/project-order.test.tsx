import assert from 'node:assert/strict'
import { act } from 'react'
import { test, vi } from 'vitest'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { aProject } from '#tests/support/samples.ts'
import { ProjectOrderDialog } from './project-order.tsx'

const projects = [aProject(1, { featured: true }), aProject(2), aProject(3), aProject(4)]

async function open(answers: Answers = {}) {
  localStorage.clear()
  const asked = answer({
    'GET /api/projects': () => Response.json(projects),
    'PUT /api/projects/order': ({ body }) => Response.json(body),
    ...answers,
  })
  signInHere()
  const onClose = vi.fn<() => void>()
  const { page } = await mount(<ProjectOrderDialog userId={1} onClose={onClose} />)
  await settle()
  const titles = () => [...page.querySelectorAll('li .ordered-project-title')].map(({ textContent }) => textContent)
  const button = (label: string) => page.querySelector<HTMLElement>(`[aria-label="${label}"]`)!
  const press = (label: string) => settle(() => button(label).click())
  const saved = () =>
    asked.filter(({ call }) => call === 'PUT /api/projects/order').map(({ body }) => (body as { ids: number[] }).ids)
  const said = () => page.querySelector('output')!.textContent
  return { page, titles, button, press, saved, said }
}

test('moves a project by one step, saves and announces the move, and keeps the focus', async () => {
  const { titles, button, press, saved, said } = await open()
  button('Move Project 3 up').focus()
  await press('Move Project 3 up')
  assert.deepEqual(titles().slice(1), ['Project 3', 'Project 2', 'Project 4'])
  assert.equal(said(), 'Project 3 moved to position 2 of 4.')
  assert.deepEqual(saved(), [[1, 3, 2, 4]])
  assert.equal(document.activeElement, button('Move Project 3 up'))
})

test('explains ordering to members with fewer than two projects', async () => {
  const { page, titles } = await open({ 'GET /api/projects': () => Response.json(projects.slice(0, 1)) })
  assert.deepEqual(titles(), [])
  assert.match(page.textContent, /Once you have two projects/)
})

test('does not move projects past the ends of the list or ahead of featured projects', async () => {
  const { button, press, saved } = await open()
  for (const label of ['Move Project 1 up', 'Move Project 1 down', 'Move Project 2 up', 'Move Project 4 down']) {
    assert.equal(button(label).getAttribute('aria-disabled'), 'true', label)
    await press(label)
  }
  assert.deepEqual(saved(), [])
})

test('saves rapid moves one at a time, and keeps the last order', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { button, saved } = await open({
    'PUT /api/projects/order': async ({ body }) => {
      await isFree
      return Response.json(body)
    },
  })
  for (const label of ['Move Project 4 up', 'Move Project 4 up', 'Move Project 2 down'])
    await act(async () => button(label).click())
  assert.equal(saved().length, 1)
  await settle(free)
  assert.deepEqual(saved(), [
    [1, 2, 4, 3],
    [1, 4, 3, 2],
  ])
})

test('reverts the order if saving fails, and shows an error', async () => {
  const { page, titles, press } = await open({ 'PUT /api/projects/order': () => new Response('no', { status: 500 }) })
  const before = titles()
  await press('Move Project 3 up')
  assert.deepEqual(titles(), before)
  assert.equal(
    page.querySelector('.field-error')!.textContent,
    'There was an error saving the order. Please try again.',
  )
})

test('offers to reload projects that failed to load', async () => {
  const answers = [new Response('no', { status: 500 }), Response.json(projects)]
  const { page, titles } = await open({ 'GET /api/projects': () => answers.shift() ?? Response.json(projects) })
  assert.match(page.textContent, /Error Loading Projects/)
  await settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === 'Try Again')!.click())
  assert.equal(titles().length, 4)
})
