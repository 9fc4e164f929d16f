import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { test, vi } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { Shell, type ShellProps } from './shell.tsx'

const alice = { username: 'alice', displayName: 'Alice Ada', title: '', profileImage: null, role: 'member' } as const
const site: ShellProps['site'] = {
  name: 'Devstead',
  ownerUsername: 'olga',
  isRegistrationOpen: true,
  canSendEmail: true,
}
const visitor: ShellProps = {
  path: '/',
  viewer: null,
  pendingCount: 0,
  unreadCount: 0,
  site,
  onSignOut: () => undefined,
  children: 'Content',
}
const hrefs = (page: Element, part: string) =>
  [...page.querySelectorAll(`${part} a`)].map((link) => [link.textContent, link.getAttribute('href')])

test('shows the sections to everyone, with profile and sponsor links that depend on the viewer', async () => {
  const { page, render } = await mount(<Shell {...visitor} />)
  assert.deepEqual(hrefs(page, '.side-links li:not(.for-members)'), [
    ['Feed', '/'],
    ['Blog', '/blog'],
    ['Live Stream', '/livestream'],
    ['Projects', '/projects'],
    ['Profile', '/profile'],
    ['Sponsor Me', '/sponsor/olga'],
    ['Members', '/members'],
  ])
  assert.deepEqual(hrefs(page, '.side-links .for-members'), [
    ['Notifications', '/notifications'],
    ['Manage Streams', '/livestreams/manage'],
    ['Settings', '/settings'],
  ])
  assert.deepEqual(hrefs(page, '.side-links .for-writers'), [['Manage Streams', '/livestreams/manage']])
  await render(<Shell {...visitor} viewer={alice} site={{ ...site, ownerUsername: null }} />)
  assert.match(page.innerHTML, /href="\/profile\/alice"[^>]*>.*Profile/)
  assert.match(page.innerHTML, /href="\/sponsor"/)
})

test('invites visitors to join only while registration is open', async () => {
  const { page, render } = await mount(<Shell {...visitor} />)
  const links = () => [...page.querySelectorAll('.side-bar-foot a')].map((link) => link.textContent)
  assert.deepEqual(links(), ['Sign in', 'Join'])
  await render(<Shell {...visitor} site={{ ...site, isRegistrationOpen: false }} />)
  assert.deepEqual(links(), ['Sign in'])
})

test('marks only the current section, including on its subpages', async () => {
  const currentAt = async (path: string) => {
    const { page } = await mount(<Shell {...visitor} path={path} viewer={alice} />)
    return [...page.querySelectorAll('.side-links [aria-current=page]')].map((link) => link.textContent)
  }
  assert.deepEqual(await currentAt('/'), ['Feed'])
  assert.deepEqual(await currentAt('/blog/create'), ['Blog'])
  assert.deepEqual(await currentAt('/livestreams/manage'), ['Manage Streams'])
  assert.deepEqual(await currentAt('/profile'), ['Profile'])
  assert.deepEqual(await currentAt('/profile/bob'), [])
})

test('has a close button in the mobile drawer that works without JavaScript', async () => {
  const { page } = await mount(<Shell {...visitor} />)
  const close = page.querySelector('.side-bar button[aria-label="Close menu"]')!
  assert.equal(close.getAttribute('popovertarget'), page.querySelector('.side-bar')!.id)
  assert.equal(close.getAttribute('popovertargetaction'), 'hide')
})

test('lists the pages in the navigation, and marks the current page', async () => {
  const { page, render } = await mount(<Shell {...visitor} />)
  assert.equal(page.querySelector('nav[aria-label="Site pages"]'), null)
  const pages = [
    { slug: 'about', title: 'About' },
    { slug: 'talks/2024', title: 'Talks' },
  ]
  await render(<Shell {...visitor} site={{ ...site, pages }} path="/talks/2024" />)
  assert.deepEqual(hrefs(page, 'nav[aria-label="Site pages"]'), [
    ['About', '/about'],
    ['Talks', '/talks/2024'],
  ])
  assert.equal(page.querySelector('nav[aria-label="Site pages"] [aria-current=page]')?.textContent, 'Talks')
  await render(<Shell {...visitor} site={{ ...site, pages, home: { kind: 'page', slug: 'about' } }} />)
  assert.deepEqual(hrefs(page, 'nav[aria-label="Site pages"]'), [['Talks', '/talks/2024']])
})

test('opens feeds in a new tab', async () => {
  const { page } = await mount(<Shell {...visitor} />)
  assert.deepEqual(hrefs(page, '.side-feeds'), [
    ['All Posts RSS', '/rss.xml'],
    ['Blog RSS', '/blog/rss.xml'],
  ])
  assert.equal(page.querySelectorAll('.side-feeds a[target=_blank]').length, 2)
})

test('renders both the sign-in links and the user panel on the server, and lets CSS choose one before the first paint', () => {
  const html = renderToString(
    <Router ssrPath="/">
      <Shell {...visitor} />
    </Router>,
  )
  assert.match(html, /user-panel for-members/)
  assert.match(html, /user-panel for-visitors/)
  assert.doesNotMatch(html, /style="/)
})

test('shows a skeleton in the panel, then the member, or a message that the profile failed to load', async () => {
  const { page, render } = await mount(<Shell {...visitor} viewer="loading" />)
  const panel = () => page.querySelector('.user-panel')!
  assert.equal(panel().querySelectorAll('.skeleton').length, 3)
  await render(<Shell {...visitor} viewer={alice} />)
  assert.equal(panel().textContent, 'AAAlice AdaSoftware Developer')
  await render(<Shell {...visitor} viewer="authenticated" />)
  assert.equal(panel().textContent, 'AuthenticatedLoading profile...')
  assert.equal(page.querySelector('.for-visitors'), null)
})

test('signs a member out', async () => {
  const onSignOut = vi.fn<() => void>()
  const { page } = await mount(<Shell {...visitor} viewer={alice} onSignOut={onSignOut} />)
  await settle(() => page.querySelector<HTMLElement>('[aria-label="Log out"]')!.click())
  assert.equal(onSignOut.mock.calls.length, 1)
})

test('marks pending comments with a red dot that has text for screen readers', async () => {
  const { page, render } = await mount(<Shell {...visitor} viewer={alice} />)
  assert.equal(page.querySelector('.pending-dot'), null)
  await render(<Shell {...visitor} viewer={alice} pendingCount={2} />)
  assert.equal(page.querySelector('a[href="/settings"]')?.textContent, '2 comments awaiting approval: Settings')
})

test('shows members their unread notification count on the bell, with text for screen readers', async () => {
  const { page, render } = await mount(<Shell {...visitor} viewer={alice} />)
  const names = () =>
    [...page.querySelectorAll('a[href="/notifications"]')].map((link) => link.getAttribute('aria-label'))
  assert.deepEqual(names(), ['Notifications', 'Notifications'])
  assert.equal(page.querySelector('.unread-badge'), null)
  await render(<Shell {...visitor} viewer={alice} unreadCount={12} />)
  assert.deepEqual(names(), ['Notifications, 12 unread', 'Notifications, 12 unread'])
  assert.equal(page.querySelector<HTMLElement>('.unread-badge')!.dataset.count, '9+')
  assert.ok(page.querySelector('.top-bar .bell')!.classList.contains('for-members'))
})
