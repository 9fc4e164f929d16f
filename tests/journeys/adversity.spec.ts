import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp, submitLogin } from './setup/members.ts'

// Pages keep working and typed text is preserved when a connection breaks, a session ends, or the browser blocks
// storage.

test.use({ expectedFaults: ['Failed to load resource', 'Failed to fetch dynamically imported module'] })

test('hydrates the page in a browser that blocks storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
})

test('restores an unfinished edit after the session has ended', async ({ page }) => {
  await signUp(page, 'editor')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'What I wrote' })
  await page.goto(`/post/${id}/edit`)
  const text = page.getByRole('textbox', { name: 'Post content' })
  await text.fill('Much better words')
  await page.evaluate(() => {
    localStorage.removeItem('supabase_auth_token')
    dispatchEvent(new StorageEvent('storage', { key: 'supabase_auth_token' }))
  })
  await page.waitForURL(/\/login/)
  await submitLogin(page, 'editor')
  await expect(text).toHaveValue('Much better words')
})

test('keeps the text when publishing fails offline, and the feed when the composer fails to load', async ({
  page,
  context,
}) => {
  await signUp(page, 'traveller')
  await page.goto('/')
  const text = page.getByRole('textbox', { name: 'Post content' })
  await text.fill('From the train')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Failed to publish post. Please try again.')).toBeVisible()
  await expect(text).toHaveValue('From the train')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('article').first()).toContainText('From the train')

  await page.route('**/assets/new-post-*.js', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('The composer failed to load.')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('From the train')
})

test('dims the old list and shows progress while a filtered list is loading', async ({ page }) => {
  await signUp(page, 'waiter')
  await callAs(page, 'POST', '/api/posts', { content: 'Shown until the next list arrives', categoryId: 1 })
  await page.goto('/')
  const list = page.locator('.entries')
  await expect(list).toHaveCSS('opacity', '1')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/posts\?.*type=popular/, async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.getByRole('link', { name: 'Popular' }).click()
  await expect(list).toHaveCSS('opacity', '0.5')
  const progressHeight = () =>
    page.locator('.shell').evaluate((shell) => getComputedStyle(shell, '::before').getPropertyValue('height'))
  expect(await progressHeight()).toBe('3px')
  answer()
  await expect(page.getByText('There are no popular posts at the moment.').or(list)).not.toHaveCSS('opacity', '0.5')
  expect(await progressHeight()).toBe('auto')
})

test('shows a single error when going back to a page whose code fails to load', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Sign in' })
    .or(page.getByRole('link', { name: 'Create' }))
    .first()
    .click()
  await page.waitForURL(/\/login/)
  await page.reload()
  let requests = 0
  await page.route('**/assets/home-*.js', (route) => {
    requests += 1
    return route.abort()
  })
  await page.goBack()
  await expect(page.getByText('This page failed to load.')).toBeVisible()
  expect(requests).toBeLessThan(3)
})

test('stays on the page with its text if the next one cannot be loaded offline, and opens it later', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await email.fill('half-typed@')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(email).toHaveValue('half-typed@')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('/blog')
})
