import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, forgetSession, signUp } from './setup/members.ts'

const text = 'Walruses sleep on the ice, and `useWalrus` returns one of them.'

/** Somebody who has written about walruses; the browser is then a visitor's. */
async function write(page: Page, username: string): Promise<void> {
  await signUp(page, username)
  await callAs(page, 'POST', '/api/posts', { content: text, categoryId: 1 })
  await forgetSession(page)
}

/** The field of the side bar, or of the search page where there is no side bar. */
async function openField(page: Page) {
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  if (await field.isVisible()) return field
  await page.getByRole('link', { name: 'Search', exact: true }).filter({ visible: true }).click()
  const own = page.getByRole('searchbox', { name: /^Search posts/ })
  await expect(own).toBeFocused()
  return own
}

test('a visitor finds a post from anywhere, opens it, and comes back to the results', async ({ page }, { project }) => {
  await write(page, `tusk-${project.use.isMobile ? 'phone' : 'desk'}`)
  await page.goto('/')
  const field = await openField(page)
  await field.fill('walrus')
  await field.press('Enter')
  await page.waitForURL('/search?q=walrus')
  await expect(page).toHaveTitle(/^Search: walrus/)
  await expect(page.locator('main mark').first()).toHaveText('Walruses')
  await page.locator('main h2 a', { hasText: 'sleep on the ice' }).first().click()
  await page.waitForURL(/\/post\/\d+/)
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: /^Search posts/ })).toHaveValue('walrus')
  await expect(page.locator('main mark').first()).toBeVisible()
})

test('the keys for the search work where nobody writes, and only there', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto('/')
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('a/b')
  await expect(field).toHaveValue('a/b')
  await field.blur()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.blur()
  await page.setViewportSize({ width: 900, height: 800 })
  await page.keyboard.press('/')
  await page.waitForURL('/search')
  await expect(page.getByRole('searchbox', { name: /^Search posts/ })).toBeFocused()
})

test('results come with the document: a visitor’s browser asks for nothing more', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await page.goto('/search?q=walrus', { waitUntil: 'networkidle' })
  expect(calls).toEqual([])
})

test('no state of the page has a serious fault of accessibility, or scrolls sideways', async ({ page }) => {
  for (const path of [
    '/search',
    '/search?q=walrus',
    '/search?q=example',
    '/search?q=xyzzy',
    '/search?q=!',
    '/search?q=walrus&page=9',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(faults).toEqual([])
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isWider, path).toBe(false)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a question is asked and answered all the same', async ({ page, isMobile }) => {
    await page.goto('/')
    if (isMobile) await page.getByRole('link', { name: 'Search', exact: true }).filter({ visible: true }).click()
    const field = page.getByRole('searchbox').filter({ visible: true }).first()
    await field.fill('walrus')
    await field.press('Enter')
    await page.waitForURL(/\/search\?q=walrus/)
    await expect(page.locator('main mark').first()).toHaveText('Walruses')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Members/ })
      .click()
    await page.waitForURL(/kind=member/)
    await expect(page.getByRole('searchbox', { name: /^Search posts/ })).toHaveValue('walrus')
  })
})
