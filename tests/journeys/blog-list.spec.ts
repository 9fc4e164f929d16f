import { expect, type Page } from '@playwright/test'
import { layoutShiftOf } from './setup/faults.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'

const content = 'Fifty characters are what an article needs at the very least, so here they are.'
const publish = (page: Page, title: string) =>
  callAs<{ id: number }>(page, 'POST', '/api/posts', { title, content, categoryId: 1, isLongForm: true })
const draft = { title: '', content: '', categoryId: null, postId: null, baseUpdatedAt: null, updatedAt: null }
const saveDraft = (page: Page, key: string, part: Partial<Record<keyof typeof draft, string>>) =>
  callAs(page, 'PUT', `/api/drafts/${key.repeat(32)}`, { ...draft, ...part })

test('a visitor without JavaScript pages through the articles and opens one', async ({ page, browser, baseURL }) => {
  await signUp(page, 'columnist')
  for (let n = 1; n <= 11; n++) await publish(page, `Column number ${n}`)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const reader = await context.newPage()
  const titles = reader.getByRole('heading', { name: /^Column number/ })
  await expect
    .poll(async () => {
      await reader.goto('/blog')
      return titles.count()
    })
    .toBe(10)
  await expect(titles.first()).toHaveText('Column number 11')
  await expect(reader.getByRole('link', { name: 'Write Article' })).toBeHidden()
  await reader.getByRole('link', { name: 'Next' }).click()
  await expect(reader).toHaveURL('/blog?page=2')
  await expect(reader.getByRole('heading', { name: 'Column number 1', exact: true })).toBeVisible()
  await reader.getByRole('link', { name: 'Read More: Column number 1', exact: true }).click()
  await expect(reader).toHaveURL(/\/blog\/column-number-\d+$/)
  await context.close()
})

test(
  'an author discards a draft from the list above the articles, and deletes an article, without layout shifts',
  { tag: '@phone' },
  async ({ page }) => {
    await signUp(page, 'chronicler')
    await publish(page, 'An essay to be deleted')
    await saveDraft(page, 'a', { content: 'A thought without a title' })
    await saveDraft(page, 'b', { title: 'An essay under way' })

    await openUntilQuiet(page, '/blog')
    expect(await layoutShiftOf(page)).toBe(0)
    const drafts = page.getByRole('region', { name: 'Your drafts' })
    await expect(drafts.getByRole('heading', { level: 3 })).toHaveText(['An essay under way', 'Untitled Blog Post'])
    await expect(drafts.getByText('A thought without a title')).toBeVisible()
    await openUntilQuiet(page, '/blog')
    await expect(drafts.getByRole('heading', { level: 3 })).toHaveCount(2)
    expect(await layoutShiftOf(page)).toBe(0)

    await drafts.getByRole('button', { name: 'Discard: Untitled Blog Post' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Draft discarded')).toBeVisible()
    await expect(drafts.getByRole('heading', { level: 3 })).toHaveText(['An essay under way'])

    const essay = page.getByRole('article', { name: 'An essay to be deleted' })
    await essay.getByRole('button', { name: 'Post options' }).click()
    await essay.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Delete Blog Post' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Blog post deleted successfully!')).toBeVisible()
    await expect(essay).toBeHidden()

    await drafts.getByRole('link', { name: 'Continue: An essay under way' }).click()
    await expect(page).toHaveURL(`/blog/create?draft=${'b'.repeat(32)}`)
  },
)
