import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { contactView } from './contact.tsx'

const site: SiteInfo = { name: 'Our Site', ownerUsername: 'ada', isRegistrationOpen: true, canSendEmail: true }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/contact')
})

async function open(answers: Answers, isOn = true) {
  const asked = answer(answers)
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, { ...site, ...(isOn && { hasContactForm: true }) })
  cache.setQueryData(publishedPageQuery('contact').queryKey, null)
  const { page } = await mount(<contactView.View params={{}} query={{ message: undefined }} />, cache)
  const field = (name: string) => page.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)!
  const enter = (values: Record<string, string>) =>
    settle(() => Object.entries(values).forEach(([name, value]) => type(field(name), value)))
  const submit = () => settle(() => page.querySelector('form')!.requestSubmit())
  return { page, asked, field, enter, submit }
}

const hello = { name: 'Vera', email: 'vera@example.org', message: 'Hello!' }

test('sends a message, thanks the visitor, and clears the form', async () => {
  const t = await open({ 'POST /api/messages': () => new Response(null, { status: 204 }) })
  await t.enter(hello)
  await t.submit()
  const { writingMs, ...sent } = t.asked[0]!.body as { writingMs: number }
  assert.deepEqual(sent, { ...hello, subject: '' })
  assert.ok(writingMs >= 0)
  assert.match(t.page.querySelector('output')!.textContent, /Your message has been sent/)
  assert.equal(document.activeElement, t.page.querySelector('output'))
  assert.equal(t.field('message').value, '')
})

test('keeps the input when sending fails', async () => {
  const refused = { code: 'rate_limited', message: 'Too many requests. Try again in 40 seconds.' }
  const t = await open({ 'POST /api/messages': () => Response.json(refused, { status: 429 }) })
  await t.enter(hello)
  await t.submit()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Message not sent', refused.message])
  assert.deepEqual(
    Object.keys(hello).map((name) => t.field(name).value),
    Object.values(hello),
  )
})

test('shows what is missing without sending anything', async () => {
  const t = await open({})
  await t.enter({ name: 'Vera', email: 'vera' })
  await t.submit()
  assert.deepEqual(t.asked, [])
  const faults = [...t.page.querySelectorAll('.field-error')].map((one) => one.textContent)
  assert.deepEqual(faults, ['Enter an email address such as you@example.org', 'Message is required'])
  assert.equal(document.activeElement, t.field('email'))
})

test('fills in the name of a signed-in member, unless a name has been entered', async () => {
  signInHere()
  await settle(() => cacheProfile(alice))
  const t = await open({ 'GET /api/users/me': () => Response.json(alice) })
  await settle()
  assert.equal(t.field('name').value, alice.displayName)
  await t.enter({ name: 'Al' })
  await settle(() => cacheProfile({ ...alice, displayName: 'Alice' }))
  assert.equal(t.field('name').value, 'Al')
})

test('shows that the page does not exist while the form is off', async () => {
  const { page } = await open({}, false)
  assert.equal(page.querySelector('h1')?.textContent, 'Page not found')
  // Not the element itself: printing it if the test fails takes all memory.
  assert.equal(page.querySelector('[aria-label="Contact"]') === null, true)
})
