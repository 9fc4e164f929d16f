import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { waitForHydration } from './hydration.ts'

const sessionKey = 'supabase_auth_token'
export const password = 'correct horse battery'
const emailOf = (username: string) => `${username}@example.org`

interface Session {
  access_token: string
}

/** Creates a member through the API. */
export async function createMember(request: APIRequestContext, username: string): Promise<Session> {
  const names = { username, fullName: `${username} Example` }
  const session = await askIdentity(request, 'signup', { email: emailOf(username), password, data: names })
  // An account's first request creates its profile.
  await call(request, session, 'GET', '/api/users/me')
  return session
}

/** Creates a member and signs them in on the page, without using the form. No screen is open afterward. */
export async function signUp(page: Page, username: string): Promise<void> {
  await storeSession(page, await createMember(page.request, username))
}

/** Signs a member in on the page, without using the form. No screen is open afterward. */
export async function signIn(page: Page, username: string): Promise<void> {
  const credentials = { email: emailOf(username), password }
  await storeSession(page, await askIdentity(page.request, 'token?grant_type=password', credentials))
}

/** Opens another browser in which a new member is signed in. Its requests come from `address`. */
export async function newcomer(browser: Browser, baseURL: string | undefined, username: string, address: string) {
  const context = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  waitForHydration(page)
  await signUp(page, username)
  return page
}

/** Removes the session from the browser without signing out. No screen is open afterward. */
export async function forgetSession(page: Page): Promise<void> {
  await leaveApp(page)
  await page.evaluate((key) => localStorage.removeItem(key), sessionKey)
}

/** Registers through the form and ends up signed in on the feed. */
export async function registerByForm(page: Page, username: string): Promise<void> {
  await page.goto('/login?tab=register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Full name').fill(`${username} Example`)
  await page.getByLabel('Email').fill(emailOf(username))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Registration successful')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('/')
}

/** Signs in through the form and ends up on the feed. */
export async function signInByForm(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, username, secret)
  await page.waitForURL('/')
}

/** Fills in and submits the login form, which must be open. */
export async function submitLogin(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(username))
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Presses "Sign out", which is in the menu on a phone. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
}

/** Calls the API as the member who is signed in on the page. @throws Error if the response status is not 2xx */
export async function callAs<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const text = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
  return call(page.request, JSON.parse(text ?? '{}') as Session, method, path, body)
}

async function call<Answer>(
  request: APIRequestContext,
  { access_token: token }: Session,
  method: string,
  path: string,
  data?: unknown,
): Promise<Answer> {
  const response = await request.fetch(path, { method, data, headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

async function askIdentity(request: APIRequestContext, path: string, data: object): Promise<Session> {
  const response = await request.post(`/auth/v1/${path}`, { data })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as Session
}

async function storeSession(page: Page, session: Session): Promise<void> {
  await leaveApp(page)
  await page.evaluate(
    ([key, text]) => {
      localStorage.removeItem('user_profile')
      localStorage.setItem(key!, text!)
    },
    [sessionKey, JSON.stringify(session)],
  )
}

/** Opens a document without scripts, because a screen could still send requests with the session that it has already
 *  read. */
const leaveApp = (page: Page) => page.goto('/robots.txt')
