import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { SecurityEventsCard } from './security-events-card.tsx'
import type { SecurityEvent, SecurityEvents } from './security-events.contract.ts'

const get = 'GET /api/account/security-events'
const event: SecurityEvent = {
  id: 9,
  action: 'sign_in.succeeded',
  text: 'Signed in',
  method: 'password',
  by: 'you',
  device: 'Firefox on Linux',
  network: '203.0.113.0',
  at: '2026-11-21T00:00:00.000Z',
}
const list = (events: SecurityEvent[], part: Partial<SecurityEvents> = {}): SecurityEvents => ({
  events,
  next: null,
  hasSignIns: true,
  ...part,
})

beforeEach(() => {
  localStorage.clear()
  signInHere()
})

async function open(answers: Answers) {
  answer(answers)
  const { page } = await mount(<SecurityEventsCard />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  const texts = () => [...page.querySelectorAll('li')].map((one) => one.textContent)
  return { page, press, texts }
}

test('shows what happened, when, where, and who did it if it was not the member', async () => {
  const failed = { ...event, id: 8, action: 'sign_in.failed', text: 'Incorrect password entered', method: null }
  const made = { ...event, id: 7, action: 'password.link_created', text: 'Password reset link created', method: null }
  const t = await open({
    [get]: () =>
      Response.json(
        list([event, { ...failed, by: 'visitor' }, { ...made, by: 'administrator', device: null, network: null }]),
      ),
  })
  const [first, second, third] = t.texts()
  assert.match(first!, /^Signed in with a password .*ago.*Firefox on Linux203\.0\.113\.0$/)
  assert.match(second!, /^Incorrect password entered Failed/)
  assert.match(third!, /^Password reset link created .*By an administrator$/)
  assert.equal(t.page.querySelector('a')?.getAttribute('href'), '/settings/account#password')
})

test('loads older events', async () => {
  const t = await open({
    [get]: ({ search }) =>
      Response.json(search.has('before') ? list([{ ...event, id: 3 }]) : list([event], { next: 9 })),
  })
  await t.press('Show more')
  assert.equal(t.texts().length, 2)
})

test('says that a hosted sign-in service records sign-ins elsewhere', async () => {
  const { page } = await open({ [get]: () => Response.json(list([], { hasSignIns: false })) })
  assert.match(page.textContent, /recorded by this site’s sign-in service/)
  assert.equal(page.querySelector('a'), null)
})

test('shows an empty list, and an error when it cannot be loaded', async () => {
  assert.match((await open({ [get]: () => Response.json(list([])) })).page.textContent, /Nothing has been recorded yet/)
  const { page } = await open({ [get]: () => new Response('', { status: 503 }) })
  assert.match(page.textContent, /failed to load/)
})
