import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { callAs, register, test } from './setup/journey.ts'

test.use({ expectedFaults: ['status of 404'] })

test('no screen has a serious fault of accessibility, signed in or not', async ({ page }) => {
  test.setTimeout(300_000)
  await register(page, 'reader')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: everything, categoryId: 1 })
  const article = await callAs<{ id: number }>(page, 'POST', '/api/posts', {
    title: 'An article',
    content: everything,
    categoryId: 1,
    isLongForm: true,
  })
  await callAs(page, 'PUT', `/api/drafts/${'a'.repeat(32)}`, aDraft)
  const project = await callAs<{ id: number }>(page, 'POST', '/api/projects', aProject)
  const lists = [
    '/projects',
    '/projects?technology=none',
    `/projects/${project.id}`,
    '/',
    '/?type=popular',
    '/?categoryId=3',
    '/?page=9',
    '/blog',
    '/blog?page=9',
  ]
  const people = [
    '/profile',
    '/profile/reader?tab=about',
    '/profile/reader?tab=github',
    '/members',
    '/github',
    '/sponsor',
  ]
  const screens = [...lists, ...people, `/post/${id}`, `/post/${article.id}`, '/post/999999', '/nowhere']
  await hasNoFaults(page, ['/livestream'])
  await callAs(page, 'POST', '/api/livestreams', { title: 'Pairing', description: 'On caches' })
  const upcoming = await callAs<{ id: number }>(page, 'POST', '/api/livestreams', aStream)
  await hasNoFaults(page, [...screens, `/post/${id}/edit`, '/livestreams/manage'])
  await page.evaluate(() => localStorage.removeItem('supabase_auth_token'))
  await hasNoFaults(page, [
    ...screens,
    `/livestream/${upcoming.id}`,
    '/login',
    '/login?tab=register',
    '/login?tab=forgot',
  ])
})

async function hasNoFaults(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      // The page of a stream listens on: its network is never idle.
      if (path.startsWith('/livestream/')) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: 'Live chat' })).toBeVisible()
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
