import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, forgetSession, signUp } from './setup/members.ts'
import { checkScreens, hasNoFaults } from './setup/screen-faults.ts'

test.use({ expectedFaults: ['status of 403', 'status of 404'] })

test.describe.configure({ mode: 'parallel' })

interface Filled {
  username: string
  post: number
  article: number
  project: number
}

const lists = ['/', '/?type=popular', '/?categoryId=3', '/?page=9', '/blog', '/blog?page=9', '/members', '/sponsor']
const projects = ({ project }: Filled) => ['/projects', '/projects?technology=none', `/projects/${project}`]
const profiles = ({ username }: Filled) => [
  '/profile',
  ...['?tab=about', '?tab=github', '/followers', '/following'].map((part) => `/profile/${username}${part}`),
  '/github',
]
const texts = ({ post, article }: Filled) => [`/post/${post}`, `/post/${article}`, '/post/999999', '/nowhere']
const login = [
  '/login',
  '/login?tab=register',
  '/login?tab=forgot',
  '/settings',
  '/webmention',
  '/unsubscribe?token=1.x',
]
const settings = ['', '/account', '/security', '/muted', '/notifications'].map((tab) => `/settings${tab}`)
const own = ({ post }: Filled) => [
  '/notifications',
  '/sponsorship',
  '/admin/comments',
  '/admin/reports',
  `/post/${post}/mentions`,
  `/post/${post}/edit`,
]

test('lists are accessible to members and visitors', { tag: '@phone' }, async ({ page }) => {
  const filled = await fill(page, 'lister-of-screens')
  await checkScreens(page, [...lists, ...projects(filled)])
  await forgetSession(page)
  await checkScreens(page, [...lists, ...projects(filled)])
})

test('posts and profiles are accessible to members and visitors', { tag: '@phone' }, async ({ page }) => {
  const filled = await fill(page, 'reader-of-screens')
  await checkScreens(page, [...profiles(filled), ...texts(filled)])
  await forgetSession(page)
  await checkScreens(page, [...profiles(filled), ...texts(filled)])
})

test(
  'screens for settings, writing, livestreams, and signing in are accessible',
  { tag: '@phone' },
  async ({ page }) => {
    const filled = await fill(page, 'owner-of-screens')
    await checkScreens(page, [...settings, ...own(filled), '/livestream'])
    await callAs(page, 'POST', '/api/livestreams', { title: 'Pairing', description: 'On caches' })
    const upcoming = await callAs<{ id: number }>(page, 'POST', '/api/livestreams', aStream)
    await checkScreens(page, ['/livestreams/manage'])
    await forgetSession(page)
    await checkScreens(page, [`/livestream/${upcoming.id}`, ...login])
  },
)

test(
  'buttons have touch targets larger than their visible size, but not larger mouse targets',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await signUp(page, 'fingers')
    await callAs(page, 'POST', '/api/posts', { content: 'Something to like.', categoryId: 1 })
    await page.goto('/')
    const isFoundAbove = await page
      .getByRole('button', { name: /^Like/ })
      .first()
      .evaluate((button) => {
        button.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2 - 21))
      })
    expect(isFoundAbove).toBe(isMobile)

    // Bars do not cover the focused element.
    await Promise.all([1, 2, 3].map(() => callAs(page, 'POST', '/api/posts', { content: everything, categoryId: 1 })))
    await page.goto('/')
    const links = page.getByRole('article').getByRole('link')
    for (const link of [...(await links.all()), ...(await links.all()).toReversed()]) {
      await link.focus()
      expect(await link.evaluate(isCovered)).toBe(false)
    }
  },
)

/** Reports whether a bar at the top or the bottom of the screen covers the element. */
function isCovered(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const covers = (bar: Element) => {
    const area = bar.getBoundingClientRect()
    return area.height > 0 && area.top < bottom && area.bottom > top
  }
  return [...document.querySelectorAll('.top-bar, .tab-bar')].some(covers)
}

test('switches, tabs, and progress bars show their state in forced colors', async ({ page }) => {
  await signUp(page, 'contrast')
  await page.emulateMedia({ forcedColors: 'active' })

  await page.goto('/settings/notifications')
  const chosen = page.getByRole('switch').first()
  const before = await pictureOf(chosen)
  await chosen.click()
  expect(await pictureOf(chosen)).not.toBe(before)

  await page.goto('/?type=popular')
  const tab = page.getByRole('link', { name: 'Popular', exact: true })
  const selected = await pictureOf(tab)
  await page.goto('/')
  expect(await pictureOf(tab)).not.toBe(selected)

  await callAs(page, 'POST', '/api/sponsor-goals', { title: 'A day a week', amount: 40, current: 20 })
  await page.goto('/sponsorship')
  const goal = page.getByRole('progressbar').first()
  const half = await pictureOf(goal)
  await goal.evaluate((bar: HTMLProgressElement) => (bar.value = 100))
  expect(await pictureOf(goal)).not.toBe(half)
})

test('primary buttons are readable in forced colors if the theme differs from the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).hover()
  await hasNoFaults(page)
})

/** Returns a screenshot of the element, which the pointer does not touch. */
async function pictureOf(element: Locator): Promise<string> {
  await element.page().mouse.move(0, 0)
  return (await element.screenshot()).toString('base64')
}

/** Creates a member with a post, an article, a draft, and a project. */
async function fill(page: Page, username: string): Promise<Filled> {
  await signUp(page, username)
  const create = async (path: string, body: object) => (await callAs<{ id: number }>(page, 'POST', path, body)).id
  const text = { content: everything, categoryId: 1 }
  const post = await create('/api/posts', text)
  const article = await create('/api/posts', { ...text, title: 'An article', isLongForm: true })
  await callAs(page, 'PUT', `/api/drafts/${'a'.repeat(32)}`, aDraft)
  const project = await create('/api/projects', aProject)
  return { username, post, article, project }
}

const aProject = {
  title: 'A project',
  description: 'Something that was built here.',
  technologies: ['TypeScript'],
  githubUrl: 'https://github.com/reader/project',
  featured: true,
}

const aStream = { title: 'Friday review', scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }

const aDraft = { title: 'A draft', content: 'More', categoryId: 1, postId: null, baseUpdatedAt: null, updatedAt: null }

const everything = `# A heading

A **bold**[^1] and *slanted* line with a [link](https://example.org) and \`code\`.

> A quotation

- one
- two

| a | b |
|---|---|
| 1 | 2 |

\`\`\`javascript
const answer = 42 // a comment
export function greet(name) { return "Hello, " + name }
\`\`\`

## A second

\`\`\`
no language
\`\`\`

### A third

A line[^1].

[^1]: With a footnote.
`
