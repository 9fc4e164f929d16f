import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { SponsorGoal } from '#features/work/sponsorship/sponsor-goals.contract.ts'
import type { SponsorTier } from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import type { OwnSponsor } from '#features/work/sponsorship/sponsors.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { sponsorshipView } from './sponsorship.tsx'

const tier: SponsorTier = {
  id: 1,
  name: 'Coffee',
  amount: 450,
  description: '',
  benefits: ['Thanks'],
  userId: alice.id,
}
const goal: SponsorGoal = {
  id: 1,
  title: 'A day a week',
  amount: 500,
  current: 900,
  ownCurrent: null,
  description: 'For open source',
  month: '2026-11',
  userId: alice.id,
}
const sponsor = (id: number): OwnSponsor => ({
  id,
  displayName: `Sponsor ${id}`,
  username: `s${id}`,
  profileImage: null,
  profileUrl: null,
  isPrivate: false,
  source: id === 1 ? 'github' : 'manual',
  amount: null,
  since: null,
})

async function open({ has = true, more = {} }: { has?: boolean; more?: Answers } = {}) {
  localStorage.clear()
  history.replaceState(null, '', '/sponsorship')
  const sponsors = has ? [1, 2, 3, 4, 5].map(sponsor) : []
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/users/me/sponsor-goal': () => Response.json(has ? goal : null),
    'GET /api/users/me/sponsor-tiers': () => Response.json(has ? [tier] : []),
    'GET /api/users/me/sponsors': () =>
      Response.json({ sponsors, page: 1, totalPages: has ? 500 : 0, total: has ? 10_000 : 0 }),
    ...more,
  })
  signInHere()
  await settle(() => cacheProfile(alice))
  const { page } = await mount(<sponsorshipView.View params={{}} query={{}} />)
  await settle()
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
  const field = (name: string) => page.querySelector<HTMLInputElement>(`dialog [name=${name}]`)!
  const submit = () =>
    settle(() =>
      page.querySelector('dialog form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
  return { page, asked, button, field, submit }
}

test('caps the goal’s progress, shows tiers with their levels, and shows the preview with the correct counts', async () => {
  const { page } = await open()
  assert.match(page.textContent, /\$900 of \$500/)
  assert.equal(page.querySelector('progress')?.getAttribute('value'), '100')
  assert.match(page.textContent, /CoffeeBasic\$4\.50\/moNo description provided\.Thanks/)
  assert.match(page.textContent, /10,000 sponsors/)
  assert.match(page.textContent, /\+9995/)
  assert.match(page.textContent, /Tiers starting at \$4\.50\/mo/)
})

test('shows empty states', async () => {
  const { page, button } = await open({ has: false })
  assert.ok(button('Create Goal'))
  assert.match(page.textContent, /No sponsor tiers yet/)
  assert.match(page.textContent, /0 sponsors/)
})

const openAsReader = async ({ has = true }: { has?: boolean } = {}) => {
  const reader = { ...alice, role: 'reader' as const }
  const more = {
    'GET /api/users/me': () => Response.json(reader),
    'DELETE /api/sponsor-tiers/1': () => Response.json(null),
  }
  const opened = await open({ has, more })
  await settle(() => cacheProfile(reader))
  return opened
}

test('lets readers delete their tiers, goal, and sponsors, but not add or change them', async () => {
  const { page, asked, button } = await openAsReader()
  assert.ok(page.textContent.includes(cannotPublish()))
  for (const name of ['Add Tier', 'Edit Coffee', 'Edit Goal']) assert.ok(button(name).closest('.for-writers'), name)
  for (const name of ['Delete Coffee', 'Delete Goal']) assert.equal(button(name).closest('.for-writers'), null, name)
  await settle(() => button('Delete Coffee').click())
  await settle(() => button('Delete').click())
  assert.ok(asked.some(({ call }) => call === 'DELETE /api/sponsor-tiers/1'))
  await settle(() => page.querySelectorAll<HTMLElement>('[role=tab]')[1]!.click())
  for (const name of ['Add Sponsor', 'Import CSV', 'Edit Sponsor 2'])
    assert.ok(button(name).closest('.for-writers'), name)
  for (const name of ['Remove Sponsor 1', 'Remove Sponsor 2']) assert.equal(button(name).closest('.for-writers'), null)
})

test('does not suggest to readers what they cannot do', async () => {
  const { page } = await openAsReader({ has: false })
  await settle(() => page.querySelectorAll<HTMLElement>('[role=tab]')[0]!.click())
  const texts = [page.textContent]
  await settle(() => page.querySelectorAll<HTMLElement>('[role=tab]')[1]!.click())
  texts.push(page.textContent)
  assert.match(texts[0]!, /You have no goal\..*No sponsor tiers yet/)
  assert.match(texts[1]!, /No sponsors yet/)
  assert.doesNotMatch(texts.join(), /what their support makes possible|A tier describes|Add others/)
})

test('shows the specified errors, and keeps the input if saving fails', async () => {
  const fail = () => new Response('no', { status: 500 })
  const { asked, button, field, submit, page } = await open({ more: { 'POST /api/sponsor-tiers': fail } })
  await settle(() => button('Add Tier').click())
  await submit()
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Required Fields', 'Please fill in all required fields.'],
  )
  type(field('name'), 'Tea')
  type(field('amount'), '0')
  await submit()
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Invalid Amount', 'Please enter a valid amount greater than 0.'],
  )
  type(field('amount'), '3.50')
  type(field('benefits'), 'One\n\n Two ')
  await submit()
  const sent = asked.find(({ call }) => call === 'POST /api/sponsor-tiers')?.body
  assert.deepEqual(sent, { name: 'Tea', amount: 350, description: '', benefits: ['One', 'Two'] })
  const failure = 'There was a problem saving the sponsorship tier. Please try again.'
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Error', failure])
  assert.equal(field('name').value, 'Tea')
  assert.ok([...page.querySelectorAll('[role=alert]')].some(({ textContent }) => textContent === failure))
})

test('names the tier when asking to confirm its deletion, and keeps it if deletion fails', async () => {
  const { page, button } = await open({
    more: { 'DELETE /api/sponsor-tiers/1': () => new Response('no', { status: 500 }) },
  })
  await settle(() => button('Delete Coffee').click())
  assert.match(page.querySelector('dialog[role=alertdialog][open]')!.textContent, /“Coffee” tier/)
  await settle(() => button('Delete').click())
  assert.equal(shownToast()?.description, 'There was a problem deleting the sponsorship tier. Please try again.')
  assert.match(page.textContent, /Coffee/)
})

test('asks before discarding input', async () => {
  const { button, field, page } = await open()
  await settle(() => button('Add Tier').click())
  type(field('name'), 'Tea')
  await settle(() => button('Cancel').click())
  assert.match(page.querySelector('dialog[role=alertdialog][open]')!.textContent, /Discard your changes/)
  assert.equal(field('name').value, 'Tea')
  await settle(() => button('Discard').click())
  assert.equal(page.querySelector('dialog [name=name]'), null)
  await settle(() => button('Edit Goal').click())
  await settle(() => button('Cancel').click())
  assert.equal(page.querySelector('dialog [name=title]'), null)
})

test('names the goal when asking to confirm its deletion, and keeps it if deletion fails', async () => {
  let isKept = true
  const more = {
    'GET /api/users/me/sponsor-goal': () => Response.json(isKept ? goal : null),
    'DELETE /api/sponsor-goals/1': () => (isKept ? new Response('no', { status: 500 }) : Response.json(null)),
  }
  const { page, button } = await open({ more })
  await settle(() => button('Delete Goal').click())
  assert.match(page.querySelector('dialog[role=alertdialog][open]')!.textContent, /“A day a week”/)
  await settle(() => button('Delete').click())
  assert.equal(shownToast()?.description, 'There was a problem deleting the sponsorship goal. Please try again.')
  assert.match(page.textContent, /\$900 of \$500/)
  isKept = false
  await settle(() => button('Delete').click())
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Goal Deleted', 'A day a week'])
  assert.ok(button('Create Goal'))
})

test('shows the specified defaults for sponsors, and does not allow changes to GitHub sponsors', async () => {
  const { page, button } = await open()
  await settle(() => page.querySelectorAll<HTMLElement>('[role=tab]')[1]!.click())
  assert.match(page.textContent, /Sponsor 2@s2Since June 2023\$5\/mo/)
  assert.ok(button('Edit Sponsor 2'))
  for (const name of ['Edit Sponsor 1', 'Remove Sponsor 1']) assert.equal(button(name), undefined)
})
