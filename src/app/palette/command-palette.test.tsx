import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { SearchResults } from '#features/discovery/search/search.contract.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { CommandPalette } from './command-palette.tsx'

beforeEach(() => localStorage.clear())

const { user, category, createdAt } = aPost(7)
const results: SearchResults = {
  results: [
    { kind: 'post', id: 8, slug: null, title: null, snippet: ['A ', 'blog', ' post'], createdAt, user, category },
    { kind: 'project', id: 3, title: ['', 'Blog', ' engine'], snippet: [''], user },
    { kind: 'member', id: 1, name: ['Alice'], snippet: [''], user },
  ],
  page: 1,
  totalPages: 1,
  total: 3,
  isCapped: false,
}

const site: SiteInfo = { name: 'Devstead', ownerUsername: 'ada', isRegistrationOpen: true, canSendEmail: true }

async function open(part: Partial<SiteInfo> = {}) {
  history.replaceState(null, '', '/')
  const asked = answer({ 'GET /api/search': () => Response.json(results) })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, { ...site, ...part })
  const done: string[] = []
  const actions = { showShortcuts: () => void done.push('shortcuts'), signOut: () => void done.push('sign out') }
  await mount(<CommandPalette onClose={() => void done.push('close')} actions={actions} />, cache)
  const input = document.querySelector<HTMLInputElement>('[role=combobox]')!
  const options = () => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent)
  const selected = () => document.getElementById(input.getAttribute('aria-activedescendant')!)?.textContent
  const press = (key: string) =>
    settle(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  const write = (text: string) => settle(() => type(input, text))
  const pause = async () => {
    await settle(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await settle()
  }
  return { asked, done, options, selected, press, write, pause }
}

test('offers visitors the pages of the site and their actions, and selects the first', async () => {
  const t = await open({ sectionsOff: ['live'], pages: [{ slug: 'about', title: 'About us' }] })
  const options = t.options()
  for (const name of ['Blog', 'About us', 'Sign in', 'Join', 'Show keyboard shortcuts'])
    assert.ok(options.includes(name))
  for (const name of ['Live Stream', 'Settings', 'Write a post', 'Log out']) assert.ok(!options.includes(name), name)
  assert.equal(t.selected(), options[0])
})

test('offers administrators their screens, but only when they search for them', async () => {
  signInHere()
  cacheProfile({ ...alice, role: 'admin' })
  const t = await open()
  assert.ok(t.options().includes('Write an article'))
  assert.ok(!t.options().some((name) => name?.startsWith('Administration')))
  await t.write('adm mem')
  assert.equal(t.options()[0], 'Administration: Members')
  await t.write('sec')
  assert.deepEqual(t.options().slice(0, 2), ['Settings: Security', 'Administration: Security policy'])
})

test('does not offer readers what they may not do', async () => {
  signInHere()
  cacheProfile({ ...alice, role: 'reader' })
  const t = await open()
  for (const name of ['Write a post', 'Write an article', 'Manage Streams'])
    assert.ok(!t.options().includes(name), name)
  assert.ok(t.options().includes('Settings'))
})

test('does not offer to write in sections that are off', async () => {
  signInHere()
  cacheProfile(alice)
  const t = await open({ sectionsOff: ['feed', 'blog'], home: { kind: 'page', slug: 'about' } })
  for (const name of ['Feed', 'Write a post', 'Write an article']) assert.ok(!t.options().includes(name), name)
  assert.ok(t.options().includes('Home'))
})

test('finds members, projects, and posts with one request after a pause, below matching pages', async () => {
  const t = await open()
  for (const text of ['bl', 'blo', 'blog']) await t.write(text)
  assert.deepEqual(t.options(), ['Blog', 'Search for “blog”'])
  assert.equal(t.asked.length, 0)
  await t.pause()
  assert.equal(t.asked.length, 1)
  assert.deepEqual(t.options(), [
    'Blog',
    `${user.displayName}@${user.username}`,
    `Blog engine${user.displayName}`,
    `A blog post${user.displayName}`,
    'Search for “blog”',
  ])
})

test('selects with the arrow keys, and opens the selected page after closing', async () => {
  const t = await open()
  await t.write('blog')
  await t.pause()
  await t.press('ArrowUp')
  assert.equal(t.selected(), 'Search for “blog”')
  await t.press('ArrowDown')
  await t.press('ArrowDown')
  await t.press('ArrowDown')
  assert.equal(t.selected(), `Blog engine${user.displayName}`)
  await t.press('Enter')
  assert.equal(location.pathname, '/projects/3')
  assert.deepEqual(t.done, ['close'])
})

test('never opens a result for text that has changed since', async () => {
  const t = await open()
  await t.write('engine')
  await t.pause()
  assert.ok(t.options().some((name) => name?.startsWith('Blog engine')))
  await t.write('engines')
  assert.deepEqual(t.options(), ['Search for “engines”'])
})

test('keeps the selected option when results appear above it', async () => {
  const t = await open()
  await t.write('blog')
  await t.press('ArrowDown')
  assert.equal(t.selected(), 'Search for “blog”')
  await t.pause()
  assert.equal(t.options().length, 5)
  assert.equal(t.selected(), 'Search for “blog”')
})

test('says that nothing matches', async () => {
  const t = await open()
  await t.write('!')
  assert.deepEqual(t.options(), [])
  assert.match(document.body.textContent, /Nothing matches/)
})

test('runs actions', async () => {
  const t = await open()
  await t.write('keyboard')
  await t.press('Enter')
  assert.deepEqual(t.done, ['close', 'shortcuts'])
})

test('opens the search page for text that nothing else matches', async () => {
  const t = await open()
  await t.write('zebra fish')
  await t.press('Enter')
  assert.equal(location.pathname + location.search, '/search?q=zebra+fish')
})
