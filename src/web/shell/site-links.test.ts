import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { siteLinks } from './site-links.ts'

const linksOf = (part: Pick<SiteInfo, 'sectionsOff' | 'sectionOrder' | 'home'>) =>
  siteLinks(null, { ownerUsername: 'ada', ...part })
const labels = (part: Parameters<typeof linksOf>[0]) => linksOf(part).map(({ label }) => label)
const inTabBar = (part: Parameters<typeof linksOf>[0]) =>
  linksOf(part).flatMap(({ label, inTabBar }) => (inTabBar ? [label] : []))

test('has the default order, with five links in the tab bar', () => {
  assert.deepEqual(labels({}), [
    'Feed',
    'Blog',
    'Live Stream',
    'Projects',
    'Profile',
    'Sponsor Me',
    'Notifications',
    'Manage Streams',
    'Settings',
    'Members',
  ])
  assert.deepEqual(inTabBar({}), ['Feed', 'Blog', 'Live Stream', 'Projects', 'Profile'])
})

test('omits sections that are off, and shows the next ones in the tab bar', () => {
  const part = { sectionsOff: ['live', 'sponsor', 'guestbook'] as Section[] }
  assert.deepEqual(labels(part), ['Feed', 'Blog', 'Projects', 'Members', 'Profile', 'Notifications', 'Settings'])
  assert.deepEqual(inTabBar(part), ['Feed', 'Blog', 'Projects', 'Members', 'Profile'])
})

test('orders the sections as chosen, and puts any that are missing from the order last', () => {
  const part = { sectionOrder: ['members', 'projects'] as Section[] }
  assert.deepEqual(
    labels(part).filter((label) => !['Notifications', 'Manage Streams', 'Settings'].includes(label)),
    ['Feed', 'Members', 'Projects', 'Blog', 'Profile', 'Live Stream', 'Sponsor Me'],
  )
  assert.deepEqual(inTabBar(part), ['Feed', 'Members', 'Projects', 'Blog', 'Profile'])
})

test('links to the home page and to the feed if they are different pages', () => {
  const links = linksOf({ home: { kind: 'page', slug: 'about' } })
  assert.deepEqual(
    links.slice(0, 2).map(({ label, href }) => [label, href]),
    [
      ['Home', '/'],
      ['Feed', '/posts'],
    ],
  )
  assert.equal(links.filter((link) => link.inTabBar).length, 5)
})

test('links to the guestbook only if it has been turned on', () => {
  assert.ok(!labels({}).includes('Guestbook'))
  assert.ok(labels({ sectionsOff: [] }).includes('Guestbook'))
})

test('moves the feed like other sections, and omits it while it is off', () => {
  const home = { kind: 'page', slug: 'about' } as const
  const moved = { home, sectionOrder: ['blog', 'projects', 'live', 'feed'] as Section[] }
  assert.deepEqual(inTabBar(moved), ['Home', 'Blog', 'Projects', 'Live Stream', 'Profile'])
  assert.ok(labels(moved).includes('Feed'))
  const off = { home, sectionsOff: ['feed', 'guestbook'] as Section[] }
  assert.deepEqual(inTabBar(off), ['Home', 'Blog', 'Live Stream', 'Projects', 'Profile'])
  assert.ok(!labels(off).includes('Feed'))
})
