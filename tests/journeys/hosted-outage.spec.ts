import { expect, type Page } from '@playwright/test'
import { callAs, signInByForm, signOut, registerByForm } from './setup/members.ts'
import { test } from './setup/hosted.ts'

// The browser itself logs failed requests.
test.use({
  expectedFaults: [
    'ERR_CONNECTION_REFUSED',
    'status of 503',
    '503: ',
    '/api/users/me',
    '/unread-count',
    '/pending-count',
  ],
})

test('pages work and members stay signed in while the project is unreachable', async ({
  page,
  browser,
  project,
  site,
}) => {
  await registerByForm(page, 'reader')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Still **here**.' })
  const faults = [
    { name: 'down', begin: project.down, end: project.up },
    { name: '503', begin: async () => project.failWith(503), end: async () => project.failWith(null) },
  ]
  for (const { name, begin, end } of faults) {
    await test.step(name, async () => {
      await page.goto('/login')
      await page.goto('/')
      await begin()
      const visitor = await browser.newPage()
      await visitor.goto(`${site.url}/post/${id}`)
      await expect(visitor.getByText('Still here.')).toBeVisible()
      await visitor.close()

      await page.reload()
      await expect(composerOf(page)).toBeVisible()
      expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'reader' })

      const { expiresAt } = await expireToken(page)
      await page.reload()
      await expect(composerOf(page)).toBeVisible()
      await page.locator(`a[href="/post/${id}"]`).first().click()
      await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
      await page.waitForTimeout(2000)
      expect(await hasSession(page)).toBe(true)

      await end()
      await page.goto('/')
      await expect(composerOf(page)).toBeVisible()
      await expect.poll(() => expiryOf(page)).toBeGreaterThan(expiresAt)
      expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'reader' })
    })
  }
})

test('sign-in and registration show an error and keep the typed text while the project is unreachable', async ({
  page,
  project,
}) => {
  await project.down()
  await page.goto('/login')
  await page.getByLabel('Email').fill('reader@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('main').getByText('An unexpected error occurred. Please try again.')).toBeVisible()
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('reader@example.org')

  await page.goto('/login?tab=register')
  await page.getByLabel('Username').fill('latecomer')
  await page.getByLabel('Full name').fill('Lea Latecomer')
  await page.getByLabel('Email').fill('latecomer@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Registration failed')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Lea Latecomer')
  await project.up()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Registration successful')).toBeVisible()
})

test('signing out ends the browser’s session while the project is unreachable', async ({ page, project }) => {
  await registerByForm(page, 'leaver')
  await project.down()
  await signOut(page)
  expect(await hasSession(page)).toBe(false)
  await project.up()
  await signInByForm(page, 'leaver')
})

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Post content' })
const hasSession = (page: Page) => page.evaluate(() => localStorage.getItem('supabase_auth_token') !== null)
const expiryOf = (page: Page) =>
  page.evaluate(() => Number(JSON.parse(localStorage.getItem('supabase_auth_token')!).expires_at))

/** Replaces the access token with an expired one, so that the client must refresh it. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('supabase_auth_token')!)
    const expiresAt = Math.floor(Date.now() / 1000) - 60
    localStorage.setItem('supabase_auth_token', JSON.stringify({ ...session, expires_at: expiresAt }))
    return { expiresAt }
  })
