import { type Browser, expect, type Page } from '@playwright/test'
import { test as journey } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { watchFaults } from './setup/faults.ts'
import { isHydrated } from './setup/hydration.ts'

// docs/decisions/164

const quietMs = 1500

/** `visitor`: a page whose `goto` does not wait for hydration. */
const test = journey.extend<{ visitor: Page }>({
  visitor: async ({ browser, site, expectedFaults }, use) => {
    const visitor = await newVisitor(browser, site.url)
    const faults = await watchFaults(visitor)
    await use(visitor)
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([])
    await visitor.context().close()
  },
})

// One journey enters a wrong password.
test.use({ expectedFaults: ['status of 400'] })

const newVisitor = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()

/** Collects the scripts that the page requests. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
  })
  return scripts
}

test('loads no scripts until the visitor does something', { tag: '@phone' }, async ({ page, visitor }) => {
  await signUp(page, 'intent-writer')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Read without scripts' })
  for (const path of ['/', `/post/${id}`]) {
    const scripts = scriptsOf(visitor)
    await visitor.goto(path)
    await visitor.waitForTimeout(quietMs)
    expect(scripts).toEqual([])
    await expect(visitor.getByText('Read without scripts')).toBeVisible()
    await visitor.mouse.wheel(0, 100)
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    // Otherwise, some would be requested while the next page is loading.
    await visitor.waitForFunction(isHydrated)
  }
})

test('loads scripts for visitors who do nothing a few seconds after the page', async ({ visitor }) => {
  const scripts = scriptsOf(visitor)
  await visitor.goto('/')
  await expect.poll(() => scripts.length, { timeout: 10_000 }).toBeGreaterThan(0)
})

/** Delays the page's scripts. @returns a function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  let load = () => {}
  const isLoading = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await isLoading
    await route.continue()
  })
  return load
}

test('repeats clicks and keys from before the page was hydrated', { tag: '@phone' }, async ({ visitor }) => {
  const load = await holdScripts(visitor)
  await visitor.goto('/')
  const theme = await visitor.evaluate(() => document.documentElement.className)
  await visitor.getByRole('button', { name: 'Switch between light and dark theme' }).click()
  await visitor.keyboard.press('?')
  await expect(visitor.locator('html[data-busy]')).toBeAttached()
  expect(await visitor.evaluate(() => document.documentElement.className)).toBe(theme)
  load()
  await expect(visitor.getByRole('dialog')).toBeVisible()
  expect(await visitor.evaluate(() => document.documentElement.className)).not.toBe(theme)
  await expect(visitor.locator('html[data-busy]')).not.toBeAttached()
})

test('sends a comment that was submitted before the page was hydrated', async ({ page, visitor }) => {
  await signUp(page, 'intent-host')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Comment quickly' })
  const load = await holdScripts(visitor)
  await visitor.goto(`/post/${id}`)
  const form = visitor.getByRole('form', { name: 'Leave a comment' })
  await form.getByLabel('Name').fill('Vera')
  await form.getByRole('textbox', { name: 'Comment' }).fill('Before the scripts')
  await form.getByRole('button', { name: 'Post comment' }).click()
  await expect(visitor.locator('html[data-busy]')).toBeAttached()
  const document = await visitor.evaluateHandle(() => window.document)
  load()
  await expect(visitor.getByText('Your comment is awaiting approval.')).toBeVisible()
  // Without scripts, the browser would have loaded the page again.
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
  await page.goto('/admin/comments')
  await expect(page.getByText('Before the scripts')).toBeVisible()
})

test('keeps what was entered when a form is submitted with Enter before the page was hydrated', async ({ visitor }) => {
  const load = await holdScripts(visitor)
  await visitor.goto('/login', { waitUntil: 'domcontentloaded' })
  await visitor.getByLabel('Email').fill('nobody@example.org')
  await visitor.getByLabel('Password', { exact: true }).fill('not my password')
  await visitor.keyboard.press('Enter')
  await expect(visitor.locator('html[data-busy]')).toBeAttached()
  load()
  await expect(visitor.locator('#content').getByRole('alert')).toContainText('Invalid login credentials')
  await expect(visitor.getByLabel('Email')).toHaveValue('nobody@example.org')
})

test('shows relative times before hydration, which keeps them', async ({ page, visitor }) => {
  await signUp(page, 'intent-timer')
  await callAs(page, 'POST', '/api/posts', { content: 'An hour old' })
  await visitor.clock.setFixedTime(Date.now() + 90 * 60_000)
  await visitor.goto('/')
  const time = visitor.getByRole('article').filter({ hasText: 'An hour old' }).locator('time')
  await expect(time).toHaveText('1 hour ago')
  await visitor.mouse.move(10, 10)
  await visitor.waitForFunction(isHydrated)
  await expect(time).toHaveText('1 hour ago')
})
