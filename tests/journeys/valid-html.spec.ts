import { expect, type Page } from '@playwright/test'
import { everyPage } from '../support/every-page.ts'
import { htmlFaults } from '../support/html.ts'
import { test } from './setup/journey.ts'
import { callAs, signIn } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'

test.use({ expectedFaults: ['status of 404'] })

test('every page, menu, and dialog shown to the owner is valid HTML', async ({ page }) => {
  test.setTimeout(300_000)
  await signIn(page, 'keeper')
  const named = await fill(page)
  const found: string[] = []
  const check = async (state: string) => void found.push(...(await faultsOf(page)).map((fault) => `${state}: ${fault}`))

  for (const path of everyPage(named)) {
    await openUntilQuiet(page, path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await expect(page.locator('main .skeletons')).toHaveCount(0)
    await check(path)
  }

  await openUntilQuiet(page, `/post/${named.post}`)
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('deleting a post')

  await openUntilQuiet(page, '/')
  await page.getByRole('button', { name: 'Post options' }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check('the menu of a post')

  await openUntilQuiet(page, '/projects')
  await page.getByRole('button', { name: 'Options for' }).first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('editing a project')

  await openUntilQuiet(page, '/livestreams/manage')
  await page.getByRole('button', { name: 'Create Livestream' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('a new livestream')
  expect(found).toEqual([])
})

test('the page shown to a visitor whose comment awaits approval is valid HTML', async ({ page, browser, baseURL }) => {
  const owner = await browser.newContext({ baseURL: baseURL! })
  const ownersPage = await owner.newPage()
  await signIn(ownersPage, 'keeper')
  const { id } = await callAs<{ id: number }>(ownersPage, 'POST', '/api/posts', { content: 'Comment on this' })
  await owner.close()
  await openUntilQuiet(page, `/post/${id}`)
  const form = page.getByRole('form', { name: 'Leave a comment' })
  await form.getByLabel('Name').fill('Vera')
  await form.getByRole('textbox', { name: 'Comment' }).fill('Some words')
  await form.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Some words' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

const faultsOf = async (page: Page): Promise<string[]> =>
  htmlFaults(`<!doctype html>\n${await page.evaluate(() => document.documentElement.outerHTML)}`, { hasScripts: true })

/** Creates one item of each kind that has a page. */
async function fill(page: Page) {
  const create = async (path: string, body: object) => (await callAs<{ id: number }>(page, 'POST', path, body)).id
  const text = {
    content: '# Title\n\nSome *words* and `code`.\n\n```js\nconst a = 1\n```\n\n## Part\n\n### Detail\n\nMore.',
  }
  const post = await create('/api/posts', text)
  const { id: article, slug } = await callAs<{ id: number; slug: string }>(page, 'POST', '/api/posts', {
    ...text,
    title: 'An article',
    isLongForm: true,
    categoryId: 1,
    tags: ['web-dev'],
    series: { name: 'Valid pages', part: 1 },
  })
  await callAs(page, 'POST', `/api/posts/${post}/comments`, { content: 'With `code`' })
  await callAs(page, 'PUT', `/api/drafts/${'a'.repeat(32)}`, aDraft)
  const project = await create('/api/projects', {
    title: 'A project',
    description: 'Something that was built here.',
    technologies: ['TypeScript'],
  })
  await create('/api/projects', { title: 'Another', description: 'Something else.', technologies: ['Rust'] })
  const livestream = await create('/api/livestreams', { title: 'Pairing', description: 'On caches' })
  const names = { slug, series: 'valid-pages', username: 'keeper', tag: 'web-dev' }
  return { post, article, project, livestream, recording: 1, ...names }
}

const aDraft = { title: 'A draft', content: 'More', categoryId: 1, postId: null, baseUpdatedAt: null, updatedAt: null }
