import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'

test.use({ expectedFaults: ['status of 404'] })

test.describe.configure({ mode: 'parallel', timeout: 240_000 })

const asks = [
  { who: 'a member', isMember: true },
  { who: 'a visitor', isMember: false },
]
for (const { who, isMember } of asks) {
  const name = isMember ? 'reader' : 'passer'

  test(`no list has a serious fault of accessibility for ${who}`, async ({ page }) => {
    const { project } = await fill(page, name)
    if (!isMember) await forgetSession(page)
    const lists = ['/', '/?type=popular', '/?categoryId=3', '/?page=9', '/blog', '/blog?page=9', '/members', '/sponsor']
    await hasNoFaults(page, [...lists, '/projects', '/projects?technology=none', `/projects/${project}`])
  })

  test(`no post and no profile has one for ${who}`, async ({ page }) => {
    const { post, article } = await fill(page, `${name}2`)
    if (!isMember) await forgetSession(page)
    const profiles = ['/profile', `/profile/${name}2?tab=about`, `/profile/${name}2?tab=github`, '/github']
    await hasNoFaults(page, [...profiles, `/post/${post}`, `/post/${article}`, '/post/999999', '/nowhere'])
  })
}

test('no screen of streams, of writing or of signing in has one', async ({ page }) => {
  const { post } = await fill(page, 'streamer')
  await hasNoFaults(page, ['/livestream'])
  await callAs(page, 'POST', '/api/livestreams', { title: 'Pairing', description: 'On caches' })
  const upcoming = await callAs<{ id: number }>(page, 'POST', '/api/livestreams', aStream)
  await hasNoFaults(page, ['/livestreams/manage', `/post/${post}/edit`])
  await forgetSession(page)
  await hasNoFaults(page, [`/livestream/${upcoming.id}`, '/login', '/login?tab=register', '/login?tab=forgot'])
})

test('a finger finds more of a button than is drawn, a mouse what it sees', async ({ page, isMobile }) => {
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
})

/** Registers a member who has a post, an article, a draft and a project. */
async function fill(page: Page, username: string) {
  await signUp(page, username)
  const create = async (path: string, body: object) => (await callAs<{ id: number }>(page, 'POST', path, body)).id
  const post = await create('/api/posts', { content: everything, categoryId: 1 })
  const article = await create('/api/posts', {
    title: 'An article',
    content: everything,
    categoryId: 1,
    isLongForm: true,
  })
  await callAs(page, 'PUT', `/api/drafts/${'a'.repeat(32)}`, aDraft)
  const project = await create('/api/projects', aProject)
  return { post, article, project }
}

/** Away from the screens: one that is still asking would ask without the session, and be refused. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.removeItem('supabase_auth_token'))
}

async function hasNoFaults(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      // The page of a stream listens on: its network is never idle. `/livestream` is one's when there is one.
      if (/^\/livestream(\/|$)/.test(path)) {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      } else await page.goto(path, { waitUntil: 'networkidle' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      const isWider = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(isWider, 'scrolls sideways').toBe(false)
    })
  }
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
