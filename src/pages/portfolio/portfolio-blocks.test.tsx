import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { portfolioBlocks } from '#features/admin/site-settings/home-names.contract.ts'
import { answer, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import type { Role } from '#schemas/roles.contract.ts'
import { alice } from '#tests/support/samples.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { PortfolioBlocks } from './portfolio-blocks.tsx'

const talk = { title: 'Looms', event: '', place: '', date: '', slidesUrl: '', videoUrl: '', description: '' }

/** The blocks of Alice's portfolio, who has only talks. */
async function open(viewerId: number | null, role: Role = 'member', sectionsOff: Section[] = []) {
  const viewer = { ...alice, id: viewerId ?? 0, role }
  const asked = answer({
    'GET /api/users/me': () => Response.json(viewer),
    'GET /api/projects': () => Response.json([]),
    'GET /api/users/1/posts': () => Response.json({ posts: [], page: 1, totalPages: 0, total: 0 }),
    'GET /api/users/1/talks': () => Response.json({ talks: [talk] }),
    'GET /api/users/1/testimonials': () => Response.json({ testimonials: [] }),
    'PUT /api/users/me/testimonials': ({ body }) => Response.json(body),
    'GET /api/github/contributions': () => Response.json({ totalContributions: 0, weeks: [] }),
    'POST /api/settings/update': ({ body }) => Response.json({ ...viewer, ...(body as object) }),
    'GET /api/users/1/links': () => Response.json({ links: [], githubVerifiedAt: null }),
  })
  if (viewerId !== null) signInHere()
  const user = { ...alice, skills: [], githubUsername: null }
  const cache = createQueryCache()
  const site = { name: 'Devstead', ownerUsername: 'alice', isRegistrationOpen: true, canSendEmail: true, sectionsOff }
  cache.setQueryData(siteQuery.queryKey, site)
  const blocks = [...portfolioBlocks]
  const { page, render } = await mount(<PortfolioBlocks user={user} blocks={blocks} />, cache)
  await settle()
  if (viewerId === alice.id) await settleUntil(() => assert.ok(page.querySelector('.portfolio-edit')))
  const links = [...page.querySelectorAll('.portfolio-hint :is(a, button), .portfolio-edit')]
  return {
    titles: [...page.querySelectorAll('h2')].map(({ textContent }) => textContent),
    links: links.map((link) => [link.textContent, link.getAttribute('href')]),
    calls: asked.map(({ call }) => call),
    page,
    press: (text: string) =>
      settle(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === text)!.click()),
    dialog: () => page.querySelector('dialog[open]')!,
    change: (part: Partial<typeof alice>) => render(<PortfolioBlocks user={{ ...user, ...part }} blocks={blocks} />),
    saved: () =>
      asked.find(({ call }) => call === 'POST /api/settings/update')?.body as { skills: string[] } | undefined,
  }
}

beforeEach(() => localStorage.clear())

test('lets the owner edit each block, and says what to add to empty ones', async () => {
  const { titles, links } = await open(alice.id)
  assert.deepEqual(titles, ['Projects', 'Writing', 'Talks', 'GitHub', 'Skills', 'Testimonials', 'Pages', 'Elsewhere'])
  assert.deepEqual(links, [
    ['Add projects', '/projects?username=alice'],
    ['Write an article', '/blog/create'],
    ['Edit talks', null],
    ['Add your GitHub username', null],
    ['Add skills', null],
    ['Add testimonials', null],
    ['Add pages', '/admin/pages'],
    ['Add links', null],
  ])
})

test('lets the owner edit skills and talks on the page', async () => {
  const { page, press, dialog, saved } = await open(alice.id)
  await press('Edit talks')
  assert.equal(dialog().querySelector('h2')?.textContent, 'Edit talks')
  assert.equal(dialog().querySelector<HTMLInputElement>('input[name="talks.0.title"]')?.value, 'Looms')
  await settle(() => dialog().querySelector<HTMLElement>('[aria-label="Close"]')!.click())
  await press('Add skills')
  const field = dialog().querySelector<HTMLInputElement>('#skills')!
  assert.equal(document.activeElement?.id, 'skills')
  type(field, 'Weaving')
  await settle(() => dialog().querySelector('form')!.requestSubmit())
  assert.deepEqual(saved()?.skills, ['Weaving'])
  await settleUntil(() => assert.ok(!page.querySelector('dialog[open]')))
})

test('closes the dialog after saving the first entry, and focuses the button that edits the block', async () => {
  const { page, press, dialog } = await open(alice.id)
  await press('Add testimonials')
  await press('Add testimonial')
  for (const [name, text] of [
    ['text', 'A patient teacher'],
    ['name', 'Bob'],
  ] as const)
    await settle(() => type(dialog().querySelector(`[name="testimonials.0.${name}"]`)!, text))
  await press('Save testimonials')
  await settleUntil(() => assert.ok(!page.querySelector('dialog[open]')))
  assert.match(page.textContent, /A patient teacher/)
  assert.equal(document.activeElement?.getAttribute('title'), 'Edit testimonials')
})

test('keeps the dialog in which the GitHub username is added or removed, and then focuses its button', async () => {
  const { page, press, dialog, change } = await open(alice.id)
  const close = () => settle(() => dialog().querySelector<HTMLElement>('[aria-label="Close"]')!.click())
  await press('Add your GitHub username')
  await change({ githubUsername: 'alice-codes' })
  await settle()
  assert.equal(dialog().querySelector('h2')?.textContent, 'Edit profile')
  await close()
  assert.equal(document.activeElement?.getAttribute('title'), 'Edit GitHub username')
  assert.match(page.textContent, /No contributions in the last year/)
  await press('Edit GitHub username')
  await change({ githubUsername: null })
  await close()
  assert.equal(document.activeElement?.textContent, 'Add your GitHub username')
})

test('shows readers no links to write articles or to add projects', async () => {
  const { titles } = await open(alice.id, 'reader')
  assert.deepEqual(titles, ['Talks', 'GitHub', 'Skills', 'Testimonials', 'Elsewhere'])
})

test('requests nothing that belongs to sections that are off', async () => {
  const { titles, calls } = await open(null, 'member', ['projects', 'blog', 'github'])
  assert.deepEqual(titles, ['Talks'])
  assert.deepEqual(
    calls.filter((call) => /projects|posts|github/.test(call)),
    [],
  )
})

test.for([null, 2])('shows others only blocks with content, without links to edit them (viewer %s)', async (viewer) => {
  const { titles, links } = await open(viewer)
  assert.deepEqual([titles, links], [['Talks'], []])
})
