import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { type RunningSite, startSite, temporaryDataDir } from '../../site.ts'
import { watchFaults } from './faults.ts'

interface Fixtures {
  /** What the page may say without failing the journey: parts of console lines. */
  expectedFaults: string[]
}

/** A journey: the built site with data of its own, one for each worker, whose one member at first is its administrator
 *  `keeper`. What the browser complains about fails it. */
export const test = base.extend<Fixtures, { site: RunningSite }>({
  site: [
    async ({ browserName: _browserName }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const site = await startSite(dataDir, { TRUST_PROXY: '1', LOG_LEVEL: 'warn', OWNER_USERNAME: 'keeper' })
      await addKeeper(site.url)
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  // Each journey comes from a network of its own, as visitors do: rate limits stay on.
  extraHTTPHeaders: ({ baseURL: _baseURL }, use, { testId, repeatEachIndex }) =>
    use({ 'x-forwarded-for': addressFor(`${testId}${repeatEachIndex}`) }),
  expectedFaults: [[], { option: true }],
  page: async ({ page, expectedFaults }, use) => {
    const faults = await watchFaults(page)
    await use(page)
    expect(faults.filter((fault) => !expectedFaults.some((part) => fault.includes(part)))).toEqual([])
  },
})

const password = 'correct horse battery'

async function addKeeper(url: string): Promise<void> {
  const account = { email: 'keeper@example.org', password, data: { username: 'keeper', fullName: 'keeper Example' } }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: JSON.stringify(account) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
}

/** Registers at the screen for it, as a newcomer does, and ends signed in on the feed. */
export async function register(page: Page, username: string): Promise<void> {
  await page.goto('/login?tab=register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Full name').fill(`${username} Example`)
  await page.getByLabel('E-mail').fill(`${username}@example.org`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Registration successful')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('/')
}

/** Somebody else, who comes from that address and has registered. */
export async function newcomer(browser: Browser, baseURL: string | undefined, username: string, address: string) {
  const context = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await register(page, username)
  return page
}

/** Signs in at the screen for it and ends on the feed. */
export async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(`${username}@example.org`)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/')
}

/** Ends the session by the button for it; on a phone it stands in the menu. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
}

/** Calls the API as whoever is signed in on the page. @throws when it refuses */
export function callAs<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('supabase_auth_token') ?? '{}')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const response = await fetch(path, init)
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
    { method, path, body },
  )
}

function addressFor(text: string): string {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`
}
