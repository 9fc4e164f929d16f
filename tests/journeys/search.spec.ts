import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, forgetSession, signUp } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'
import { checkScreens, hasNoFaults } from './setup/screen-faults.ts'

const text = 'Walruses sleep on the ice, and `useWalrus` returns one of them.'

/** Publishes a post about walruses as a new member and then removes the session from the browser. */
async function write(page: Page, username: string): Promise<void> {
  await signUp(page, username)
  await callAs(page, 'POST', '/api/posts', { content: text, categoryId: 1 })
  await forgetSession(page)
}

/** Finds the search field in the sidebar, or on the search page if there is no sidebar. */
async function openField(page: Page) {
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  if (await field.isVisible()) return field
  await page.getByRole('link', { name: 'Search', exact: true }).filter({ visible: true }).click()
  const own = page.getByRole('searchbox', { name: /^Search posts/ })
  await expect(own).toBeFocused()
  return own
}

test(
  'a visitor searches from any page, opens a post, and returns to the results',
  { tag: '@phone' },
  async ({ page }) => {
    await write(page, 'tusk')
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
  },
)

test('the keyboard reaches the search, the command palette, the list of shortcuts, and the posts', async ({ page }) => {
  await write(page, 'keys')
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
  await page.keyboard.press('j')
  await expect(page.getByRole('main').getByRole('article').first()).toBeFocused()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: /^Search pages/ })
  await expect(palette).toBeFocused()
  await palette.fill('walrus')
  await expect(page.getByRole('option', { name: /sleep on the ice/ }).first()).toBeVisible()
  await hasNoFaults(page)
  await palette.fill('shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await palette.fill('blog')
  await page.keyboard.press('Enter')
  await page.waitForURL('/blog')
  await page.setViewportSize({ width: 900, height: 800 })
  await page.keyboard.press('/')
  await page.waitForURL('/search')
  await expect(page.getByRole('searchbox', { name: /^Search posts/ })).toBeFocused()
  await page.keyboard.type('walrus')
  await page.waitForURL('/search?q=walrus')
  await expect(page.locator('main mark').first()).toHaveText('Walruses')
})

test('the initial HTML contains the results, and a visitor’s browser sends no further requests', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await openUntilQuiet(page, '/search?q=walrus')
  expect(calls).toEqual([])
})

test.describe('in any state, also past the end', () => {
  test.use({ expectedFaults: ['status of 404'] })
  test(
    'the page has no accessibility violations and does not scroll horizontally',
    { tag: '@phone' },
    async ({ page }) => {
      const questions = ['', '?q=example', '?q=!', '?q=walrus&page=9']
      await checkScreens(
        page,
        questions.map((question) => `/search${question}`),
      )
    },
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a search shows its results', { tag: '@phone' }, async ({ page, isMobile }) => {
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
