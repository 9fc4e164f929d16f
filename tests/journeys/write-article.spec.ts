import { expect } from '@playwright/test'
import { editorOf, hasStatus, longEnough, typeAtEnd, writeArticle } from './setup/article.ts'
import { test } from './setup/journey.ts'
import { callAs, createMember, signIn, signUp, submitLogin } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// The browser itself logs a rejected save and a lost response in the console.
test.use({ expectedFaults: ['status of 409', 'status of 410', 'status of 404', 'net::ERR_'] })

test(
  'an article is written, saved, reloaded, published, edited in two windows at once, and deleted',
  { tag: '@phone' },
  async ({ page, context }) => {
    await signUp(page, 'author')
    await page.goto('/blog/create')
    await writeArticle(page, 'The first article', longEnough)
    await expect(page).toHaveURL(/\/blog\/create\?draft=[0-9a-f]{32}$/)

    await test.step('a reload restores the draft', async () => {
      await page.reload()
      const editor = editorOf(page)
      await expect(editor.title).toHaveValue('The first article')
      await expect(editor.text).toContainText(longEnough)
      await expect(editor.category.locator('option:checked')).toHaveText('Tech Tips')
      await hasStatus(page, 'Saved')
    })

    await test.step('publish', async () => {
      await editorOf(page).publish.click()
      await page.waitForURL('/blog/the-first-article')
      await expect(page.getByText('Blog post published successfully!')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The first article')
      await expect.poll(() => callAs(page, 'GET', '/api/drafts')).toEqual({ drafts: [] })
    })

    const { id } = await callAs<{ id: number }>(page, 'GET', '/api/articles/the-first-article')
    const second = await context.newPage()
    await test.step('when an article is edited in two windows, the second one to save a draft shows both versions', async () => {
      for (const one of [page, second]) {
        await one.goto(`/blog/edit/${id}`)
        await expect(editorOf(one).text).toContainText(longEnough)
      }
      await typeAtEnd(page, ' Firstly.')
      await hasStatus(page, 'Saved')
      await typeAtEnd(second, ' Secondly.')
      const { conflict, text } = editorOf(second)
      await expect(conflict).toContainText('Firstly')
      await expect(conflict).toContainText('Secondly')
      await hasStatus(second, 'Not saved – there is another version')
      await expect(text).toContainText('Secondly.')

      await conflict.getByRole('button', { name: 'Use the other text' }).click()
      await expect(text).toContainText('Firstly.')
      await hasStatus(second, 'Saved')
      await second.getByRole('button', { name: 'Restore it' }).click()
      await expect(text).toContainText('Secondly.')
      await hasStatus(second, 'Saved')
    })

    await test.step('the article has changed, and the author sees both versions again and keeps their own', async () => {
      const { content, updatedAt } = await callAs<{ content: string; updatedAt: string }>(
        page,
        'GET',
        `/api/posts/${id}`,
      )
      await callAs(page, 'PATCH', `/api/posts/${id}`, { content: `${content} By another hand.`, updatedAt })
      await editorOf(second).update.click()
      const { conflict } = editorOf(second)
      await expect(conflict).toContainText('By another hand')
      await conflict.getByRole('button', { name: 'Keep my text' }).click()
      await second.waitForURL('/blog/the-first-article')
      await expect(second.getByText('Blog post updated successfully!')).toBeVisible()
      await expect(second.locator('.e-content')).toContainText('Secondly.')
      await expect.poll(() => callAs(second, 'GET', '/api/drafts')).toEqual({ drafts: [] })
    })

    await test.step('delete', async () => {
      await second.goto(`/blog/edit/${id}`)
      await second.getByRole('button', { name: 'Delete Post' }).click()
      const dialog = second.getByRole('alertdialog', { name: 'Are you sure?' })
      await expect(dialog).toContainText(
        'This action cannot be undone. This will permanently delete this blog post and all associated data.',
      )
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await second.waitForURL('/blog')
      await expect(second.getByText('Blog post deleted successfully!')).toBeVisible()
      await expect.poll(async () => (await second.request.get(`/post/${id}`)).status()).toBe(410)
    })

    await test.step('a window in which the deleted article is still open keeps its text as a new draft', async () => {
      await typeAtEnd(page, ' Last words.')
      await editorOf(page).update.click()
      await page.waitForURL(/\/blog\/create\?draft=/)
      await expect(editorOf(page).text).toContainText('Last words.')
      await expect(editorOf(page).publish).toBeVisible()
      await hasStatus(page, 'Saved')
    })
  },
)

test('a visitor is asked to sign in and then returns to the editor', async ({ page }) => {
  await createMember(page.request, 'returning')
  await page.goto('/blog/create')
  await page.waitForURL(/\/login/)
  await expect(page.getByText('Authentication required')).toBeVisible()
  await expect(page.getByText('You need to be logged in to create blog posts')).toBeVisible()
  await submitLogin(page, 'returning')
  await page.waitForURL('/blog/create')
  await expect(editorOf(page).title).toBeVisible()
})

test('missing fields show errors, and the first of them receives focus', async ({ page }) => {
  await signUp(page, 'hasty')
  await page.goto('/blog/create')
  const { title, category, text, publish } = editorOf(page)
  await publish.click()
  await expect(page.getByText('Title is required for blog posts')).toBeVisible()
  await expect(page.getByText('Please select a category')).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill('Four')
  await expect(page.getByText('Title is required for blog posts')).toBeHidden()
  await publish.click()
  await expect(page.getByText('Title must be at least 5 characters')).toBeVisible()
  await title.fill('A title')
  await publish.click()
  await expect(category).toBeFocused()
  await category.selectOption('Show and Tell')
  await text.click()
  await page.keyboard.insertText('Too short')
  await publish.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Blog post must be at least 50 characters' })).toBeVisible()
  await expect(text).toBeFocused()
  await hasNoFaults(page)
})

test('publishes an article only once when the response is lost', async ({ page }) => {
  await signUp(page, 'unlucky')
  await page.goto('/blog/create')
  await writeArticle(page, 'Only once', longEnough)
  await page.route('**/api/posts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await editorOf(page).publish.click()
  await expect(page.getByText('Failed to publish blog post. Please try again.')).toBeVisible()
  await expect(editorOf(page).text).toContainText(longEnough)
  await page.unroute('**/api/posts')
  await editorOf(page).publish.click()
  await page.waitForURL('/blog/only-once')
  const { posts } = await callAs<{ posts: { title: string }[] }>(page, 'GET', '/api/posts?isLongForm=true')
  expect(posts.filter(({ title }) => title === 'Only once')).toHaveLength(1)
})

test('canceling keeps the draft, and the author can continue it from the blog', async ({ page }) => {
  await signUp(page, 'patient')
  await page.goto('/blog/create')
  await writeArticle(page, 'To be continued', longEnough)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('/blog')
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  await page.getByRole('link', { name: 'To be continued', exact: true }).click()
  await expect(editorOf(page).text).toContainText(longEnough)
  await page.goto(`/blog/create?draft=${'0'.repeat(32)}`)
  await expect(page.getByRole('heading', { name: 'Draft Not Found' })).toBeVisible()
})

test('a draft published in another window does not become a second article', async ({ page, context }) => {
  await signUp(page, 'double')
  await page.goto('/blog/create')
  await writeArticle(page, 'In two windows', longEnough)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(editorOf(second).text).toContainText(longEnough)
  await editorOf(second).publish.click()
  await second.waitForURL('/blog/in-two-windows')
  await typeAtEnd(page, ' More words.')
  await expect(page.getByText('This article has already been published.')).toBeVisible()
  await expect(page.getByText('is kept as a new draft')).toBeVisible()
  await hasStatus(page, 'Saved')
  await page.reload()
  await expect(editorOf(page).text).toContainText('More words.')
})

test('restores unsaved text after the session has ended, but only for its author', async ({ page }) => {
  await createMember(page.request, 'other')
  await signUp(page, 'interrupted')
  await page.goto('/blog/create')
  await writeArticle(page, 'Interrupted', longEnough)
  const address = page.url()
  await page.route('**/api/drafts/*', (route) => route.abort())
  await typeAtEnd(page, ' Not yet saved.')
  await hasStatus(page, 'Not saved – offline')
  await page.evaluate(() => {
    localStorage.removeItem('supabase_auth_token')
    dispatchEvent(new StorageEvent('storage', { key: 'supabase_auth_token' }))
  })
  await page.waitForURL(/\/login/)
  await page.unroute('**/api/drafts/*')

  await signIn(page, 'other')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Draft Not Found' })).toBeVisible()
  await page.goto('/blog/create')
  await expect(page.getByText('Interrupted')).toBeHidden()

  await signIn(page, 'interrupted')
  await page.goto(address)
  await expect(editorOf(page).text).toContainText('Not yet saved.')
  await hasStatus(page, 'Saved')
})

test('changes to an article remain a draft until they are published, and can be discarded', async ({ page }) => {
  await signUp(page, 'undecided')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', {
    title: 'As it was',
    content: longEnough,
    categoryId: 1,
    isLongForm: true,
  })
  await page.goto(`/blog/edit/${id}`)
  await typeAtEnd(page, ' Perhaps.')
  await hasStatus(page, 'Saved')
  await page.reload()
  await expect(editorOf(page).text).toContainText('Perhaps.')
  await hasNoFaults(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(editorOf(page).text).not.toContainText('Perhaps.')
  expect(await callAs(page, 'GET', '/api/drafts')).toEqual({ drafts: [] })

  const { id: shortId } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Short' })
  await page.goto(`/blog/edit/${shortId}`)
  await page.waitForURL(`/post/${shortId}/edit`)
  await page.goto(`/post/${id}/edit`)
  await page.waitForURL(`/blog/edit/${id}`)
})
