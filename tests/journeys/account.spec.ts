import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { codeOf } from './setup/app-code.ts'
import { test } from './setup/journey.ts'
import { createMember, password, signIn, signInByForm, signOut, signUp, submitLogin } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

/** Opens another browser in which the same member is signed in. */
async function elsewhere(browser: Browser, baseURL: string | undefined, username: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await signIn(page, username)
  await page.goto('/')
  return page
}

/** Expects the session to have ended, which the browser checks on reload. */
async function isSignedOut(page: Page): Promise<void> {
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('supabase_auth_token'))).toBe(null)
  await page.context().close()
}

const keptTexts = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

/** Returns the field in the password form. The email form has the same field. */
const currentPassword = (page: Page) => page.locator('#password').getByLabel('Current password')

async function enter(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test.describe('changing the password', () => {
  test.use({ expectedFaults: ['status of 400'] }) // the response to the wrong password
  test('password managers recognize the form, and changing the password signs out the other browser', async ({
    page,
    browser,
    baseURL,
  }) => {
    const username = 'changer'
    await signUp(page, username)
    const other = await elsewhere(browser, baseURL, username)
    await page.goto('/.well-known/change-password')
    await expect(page).toHaveURL('/settings/account#password')
    await expect(currentPassword(page)).toBeFocused()
    await currentPassword(page).fill('not the right one')
    await page.getByLabel('New password').fill('a better horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('The current password is incorrect.')).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue('a better horse battery')
    await currentPassword(page).fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('You’re signed out on your other devices.').last()).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue('')
    await isSignedOut(other)
    await page.reload()
    await expect(currentPassword(page)).toBeVisible()
    await signOut(page)
    await signInByForm(page, username, 'a better horse battery')
  })
})

test('a visitor who opens the change-password URL reaches the password form after signing in', async ({ page }) => {
  const username = 'sent'
  await createMember(page.request, username)
  await page.goto('/.well-known/change-password')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await submitLogin(page, username)
  await expect(page).toHaveURL('/settings/account#password')
  await expect(currentPassword(page)).toBeFocused()
})

test('an email address change takes effect immediately on a site without a mail server', async ({ page }) => {
  const username = 'mover'
  await signUp(page, username)
  await page.goto('/settings/account')
  await page.getByLabel('New email address').fill(`${username}-moved@example.org`)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText(`You sign in with ${username}-moved@example.org`)).toBeVisible()
  await signOut(page)
  await signInByForm(page, `${username}-moved`)
})

test.describe('while the server is failing', () => {
  test.use({ expectedFaults: ['status of 503', '503: '] })
  test('keeps the typed text in the fields, and does not store it', async ({ page }) => {
    await signUp(page, 'typist')
    await page.goto('/settings/account')
    await page.route(/\/auth\/v1\/user/, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.getByLabel('New email address').fill('typed@example.org')
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('Address not changed')).toBeVisible()
    await currentPassword(page).fill(password)
    await page.getByLabel('New password').fill('a better horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password not changed')).toBeVisible()
    await expect(page.getByLabel('New email address')).toHaveValue('typed@example.org')
    await expect(currentPassword(page)).toHaveValue(password)
    await expect(page.getByLabel('New password')).toHaveValue('a better horse battery')
    expect(await keptTexts(page)).not.toContain('horse')
  })
})

test('a member uses the list of sessions to sign out one browser or all others', async ({ page, browser, baseURL }) => {
  const username = 'lister'
  await signUp(page, username)
  const second = await elsewhere(browser, baseURL, username)
  await page.goto('/settings/security')
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await hasNoFaults(page)
  await page.getByRole('button', { name: /^Sign out: / }).click()
  await expect(sessions).toHaveCount(1)
  await isSignedOut(second)
  const third = await elsewhere(browser, baseURL, username)
  const fourth = await elsewhere(browser, baseURL, username)
  await page.reload()
  await expect(sessions).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  await isSignedOut(third)
  await isSignedOut(fourth)
  await page.reload()
  await expect(sessions).toHaveCount(1)
})

test.describe('two-factor authentication', () => {
  // A wrong code is rejected with 422; requests still pending at sign-out are rejected with 403.
  test.use({ expectedFaults: ['status of 422', '/auth/v1/passkeys'] })
  test(
    'a member sets up two-factor authentication, reloads, uses a recovery code once, and turns it off',
    { tag: '@phone' },
    async ({ page }) => {
      const username = 'stepper'
      await signUp(page, username)
      await page.goto('/settings/security')
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByLabel('App name').fill('My phone')
      await page.getByRole('button', { name: 'Continue' }).click()
      const picture = page.getByRole('img', { name: 'QR code' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
      await hasNoFaults(page)
      const secret = (await page.getByLabel('Secret').innerText()).replaceAll(' ', '')
      await page.getByLabel('Six-digit code').fill(await codeOf(secret, -1))
      await page.getByRole('button', { name: 'Add app' }).click()
      const sheet = page.getByRole('region', { name: 'Your recovery codes' })
      await expect(sheet.getByRole('listitem')).toHaveCount(10)
      await hasNoFaults(page)
      const [first] = await sheet.getByRole('listitem').allInnerTexts()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: 'Download' }).click(),
      ])
      expect(await readFile(await file.path(), 'utf8')).toContain(first!)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeHidden()
      await expect(sheet.getByText(first!)).toBeVisible()
      await page.emulateMedia({ media: null })
      await sheet.getByRole('button', { name: 'I’ve saved them' }).click()
      await expect(page.getByText('10 of 10 left.')).toBeVisible()
      expect(await keptTexts(page)).not.toContain(first!.replaceAll('-', ''))
      await hasNoFaults(page)

      await signOut(page)
      const begin = async (next = '') => {
        await page.goto(`/login${next}`)
        await submitLogin(page, username)
        await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
      }
      await begin('?next=/settings/security')
      await hasNoFaults(page)
      await expect(page.getByLabel('Six-digit code')).toBeFocused()
      await enter(page, 'Six-digit code', '000000')
      await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
      await expect(page.getByLabel('Six-digit code')).toHaveValue('000000')
      await enter(page, 'Six-digit code', await codeOf(secret, 0))
      await expect(page).toHaveURL('/settings/security')
      await expect(page.getByRole('list', { name: 'Your apps' }).getByText('My phone')).toBeVisible()

      await signOut(page)
      await begin()
      // A session without its second factor is redirected from any page to the code form, and back afterward.
      await page.goto('/settings/security')
      await expect(page).toHaveURL('/login?next=%2Fsettings%2Fsecurity')
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
      await hasNoFaults(page)
      await enter(page, 'Recovery code', first!)
      await expect(page).toHaveURL('/settings/security')
      await expect(page.getByText('9 of 10 left.')).toBeVisible()

      await signOut(page)
      await begin()
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
      await enter(page, 'Recovery code', first!)
      await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
      await page.getByRole('button', { name: 'Back to sign-in' }).click()
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('supabase_auth_token'))).toBe(null)
      await begin('?next=/settings/security')
      await enter(page, 'Six-digit code', await codeOf(secret, 1))
      await page.getByRole('button', { name: 'Remove: My phone' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('You now sign in with only your password.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
      await signOut(page)
      await signInByForm(page, username)
    },
  )
})
