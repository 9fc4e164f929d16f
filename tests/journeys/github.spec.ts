import { expect, type Page } from '@playwright/test'
import type { GithubServer } from '../support/github-server.ts'
import { recorded } from '../support/github-samples.ts'
import { test } from './setup/journey.ts'
import { newcomer, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ expectedFaults: ['status of 502', 'status of 429', '502: ', '429: '] })

const dayMs = 24 * 60 * 60 * 1000

/** Adds a GitHub user with forty pushes to different repositories, one event of every other kind, two repositories, and a year of
 *  contributions. */
function fill({ data }: GithubServer, login: string): void {
  const now = Date.now()
  const others = recorded.events(login).filter(({ type }) => type !== 'PushEvent')
  data.users.push({ id: 1000 + data.users.length, login })
  const pushes = recorded
    .pushes(login, 40, new Date(now - 3_600_000))
    .map((event, index) => Object.assign(event, { repo: { id: index, name: `${login}/loom-${index}` } }))
  data.events[login] = [...pushes, ...others]
  const repository = (name: string, facts: Record<string, unknown>) => recorded.repository(`${login}/${name}`, facts)
  data.repositories.push(
    repository('looms', { id: 1, language: 'Rust', description: 'Weaving by hand', stargazers_count: 1234 }),
    repository('engine', { id: 2, language: 'TypeScript', description: null }),
  )
  data.calendars[login] = Array.from({ length: 365 }, (_, index) => ({
    date: new Date(now - (364 - index) * dayMs).toISOString().slice(0, 10),
    contributionCount: index % 12,
  }))
}

async function connect(page: Page, login: string): Promise<void> {
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeDisabled()
  await page.getByLabel('GitHub Username').fill(login)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL('/')
}

test(
  'a member connects GitHub, syncs, searches, and browses a year of contributions, and visitors see the page without JavaScript',
  { tag: '@phone' },
  async ({ page, browser, baseURL, github }) => {
    const [member, login] = ['weaver', 'al']
    fill(github, login)
    await signUp(page, member)
    await page.goto('/github')
    await expect(page.getByRole('heading', { name: 'GitHub Account Not Connected' })).toBeVisible()
    await connect(page, login)

    await page.goto('/settings')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('GitHub Activities Updated')).toBeVisible()
    await expect(page.getByText(/Successfully refreshed \d+ activities/)).toBeVisible()

    await page.goto('/github')
    const entries = page.getByRole('main').getByRole('listitem')
    await expect(entries).toHaveCount(30)
    await expect(entries.first()).toContainText('Pushed to')
    await expect(page.getByText(/^Synced/)).toBeVisible()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(entries.nth(30).getByRole('link')).toBeFocused()
    const search = page.getByRole('searchbox', { name: 'Search activity' })
    await search.fill('starred nothing at all')
    await expect(page.getByRole('heading', { name: 'No Activity Found' })).toBeVisible()
    await search.fill('star')
    await expect(entries.first()).toContainText('Starred')
    await expect(search).toBeFocused()
    expect(new URL(page.url()).search).toBe('?q=star')
    await search.fill('')
    await expect(entries.first()).toContainText('Pushed to')

    await page.getByRole('link', { name: 'Repositories', exact: true }).click()
    await expect(entries).toHaveCount(2)
    await hasNoFaults(page)
    await page.getByRole('searchbox', { name: 'Search repositories' }).fill('rust')
    await expect(entries).toHaveCount(1)
    await expect(entries).toContainText('looms')

    await page.getByRole('link', { name: 'Contributions', exact: true }).click()
    await expect(page.getByText('Contribution activity for the last 365 days')).toBeVisible()
    await hasNoFaults(page)
    await walkThroughYear(page)

    await page.goto(`/profile/${member}?tab=github`)
    await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Full Profile on GitHub' })).toHaveAttribute(
      'href',
      `https://github.com/${login}`,
    )
    await hasNoFaults(page)
    await page.getByRole('searchbox', { name: /^Search by repository/ }).fill('fork')
    await expect(page.getByText('Forked')).toBeVisible()
    await expect(page.getByText('Pushed to')).toBeHidden()

    const plain = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
    const visitor = await plain.newPage()
    await visitor.goto(`/github?username=${member}`)
    const plainEntries = visitor.getByRole('main').getByRole('listitem')
    await expect(plainEntries).toHaveCount(30)
    await visitor.getByRole('link', { name: 'Load more' }).click()
    await expect(plainEntries.first()).toBeVisible()
    expect(new URL(visitor.url()).searchParams.has('before')).toBe(true)
    await visitor.getByRole('searchbox', { name: 'Search activity' }).fill('release')
    await visitor.keyboard.press('Enter')
    await expect(plainEntries).toHaveCount(1)
    await visitor.getByRole('link', { name: 'Contributions', exact: true }).click()
    await expect(visitor.getByRole('table').getByRole('button')).toHaveCount(365)
    await plain.close()
  },
)

async function walkThroughYear(page: Page): Promise<void> {
  const days = page.getByRole('table').getByRole('button')
  const reached = page.locator('table [tabindex="0"]')
  await expect(days).toHaveCount(365)
  await page.getByText('Contribution activity for').scrollIntoViewIfNeeded()
  await expect(reached).toBeInViewport() // the newest day, without horizontal scrolling
  await reached.focus()
  const today = await reached.textContent()
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('[data-day="357"]')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('[data-day="356"]')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.locator('[data-day="0"]')).toBeFocused()
  await expect(page.locator('[data-day="0"]')).toBeInViewport()
  await page.keyboard.press('End')
  await expect(page.getByRole('main').getByText(today!).last()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator('table :focus')).toHaveCount(0)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expect(reached).toBeInViewport()
  await reached.press('ArrowRight')
  await expect(page.locator('[data-day="357"]')).toBeFocused()
}

test('a member sees the reason and what to do when GitHub fails', async ({ browser, baseURL, github }) => {
  github.fail('not_found', { path: 'missing-user' })
  const page = await newcomer(browser, baseURL, 'wrong', '10.8.1.2')
  await connect(page, 'missing-user')
  await page.goto('/github')
  await page.getByRole('button', { name: 'Sync' }).click()
  await expect(page.getByText(/^Failed to sync GitHub activity: /)).toBeVisible()
  await expect(page.locator('.github-failure')).toContainText('missing-user')
  await hasNoFaults(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'GitHub', exact: true })).toBeVisible()
  github.recover()
  await page.context().close()
})
