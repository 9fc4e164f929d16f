import { expect, type Locator, type Page } from '@playwright/test'
import { callAs, signInByForm, signOut, registerByForm } from './setup/members.ts'
import { test } from './setup/hosted.ts'
import { pastePicture } from './setup/picture.ts'

test('a Supabase project signs members in and stores pictures once it is configured', async ({
  page,
  browser,
  project,
  site,
}) => {
  const config = await page.request.get('/api/config/supabase')
  expect(await config.json()).toEqual({ url: project.url, anonKey: project.settings.SUPABASE_ANON_KEY })
  for (const path of ['/auth/v1/settings', '/auth/v1/token', '/storage/v1/object/public/post-images/1/a.png']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }

  const before = await project.accounts()
  await registerByForm(page, 'newcomer')
  expect(await project.accounts()).toBe(before + 1)
  expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({
    username: 'newcomer',
    displayName: 'newcomer Example',
    email: 'newcomer@example.org',
  })

  const text = composerOf(page)
  await text.fill('Hello from the **cloud**.\n\n')
  await pastePicture(text)
  await page.getByRole('dialog', { name: 'Insert image' }).getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByText('Your image has been uploaded and inserted.')).toBeVisible()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Your post has been published successfully!')).toBeVisible()

  const card = page.getByRole('article').filter({ hasText: 'Hello from the cloud.' })
  await test.step('the project serves the picture and its resized copies', async () => {
    const picture = card.locator('img[src*="post-images"]')
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(0)
    const { src, srcset } = await attributesOf(picture)
    expect(src).toMatch(new RegExp(`^${project.url}/storage/v1/object/public/post-images/\\d+/`))
    const sizes = srcset.split(', ').map((one) => one.split(' ')[0]!)
    expect(sizes.length).toBeGreaterThan(1)
    for (const address of sizes) expect((await page.request.get(address)).status(), address).toBe(200)
    expect(project.pictures()).toHaveLength(sizes.length)
  })

  await test.step('anyone can see the picture without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    const reader = await context.newPage()
    await expect
      .poll(async () => {
        await reader.goto('/')
        return reader.locator('article img[src*="post-images"]').count()
      })
      .toBe(1)
    await expect.poll(() => widthOf(reader.locator('article img[src*="post-images"]'))).toBeGreaterThan(0)
    await context.close()
  })

  await test.step('likes the post, and stays signed in after a reload', async () => {
    const like = card.getByRole('button', { name: /^Like/ })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(composerOf(page)).toBeVisible()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('signs out and in again', async () => {
    await signOut(page)
    await expect.poll(() => project.calls).toContain('POST /auth/v1/logout')
    expect(await page.evaluate(() => localStorage.getItem('supabase_auth_token'))).toBeNull()
    await signInByForm(page, 'newcomer')
    await expect(composerOf(page)).toBeVisible()
  })
})

test('rejects a taken username before an account is created', async ({ page, project }) => {
  await registerByForm(page, 'taken')
  await signOut(page)
  const before = await project.accounts()
  await page.goto('/login?tab=register')
  await page.getByLabel('Username').fill('TAKEN')
  await page.getByLabel('Full name').fill('Someone Else')
  await page.getByLabel('Email').fill('else@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Username is already taken')).toBeVisible()
  expect(await project.accounts()).toBe(before)
  await expect(page.getByLabel('Full name')).toHaveValue('Someone Else')
})

test('links in the project’s emails return to the site to confirm an address and set a new password', async ({
  page,
  project,
}) => {
  project.confirmEmail(true)
  await page.goto('/login?tab=register')
  await page.getByLabel('Username').fill('mailed')
  await page.getByLabel('Full name').fill('Mia Mailed')
  await page.getByLabel('Email').fill('mailed@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Open the link in the email that we sent to mailed@example.org')).toBeVisible()
  const [confirmation] = await project.deliver()
  await page.goto(confirmation!.link!)
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You’re signed in.')).toBeVisible()
  expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'mailed', displayName: 'Mia Mailed' })
  await signOut(page)
  project.confirmEmail(false)

  await page.goto('/login?tab=forgot')
  await page.getByLabel('Email').fill('mailed@example.org')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('we’ve sent an email with a link')).toBeVisible()
  const [recovery] = await project.deliver()
  await setNewPassword(page, recovery!.link!, 'another horse battery')
  await signOut(page)
  await signInByForm(page, 'mailed', 'another horse battery')

  await page.goto(recovery!.link!)
  await expect(page.getByText('Email link is invalid or has expired')).toBeVisible()
})

test('an administrator creates a reset link for a member who forgot their password', async ({ page, project }) => {
  await registerByForm(page, 'forgetful')
  await signOut(page)
  await registerByForm(page, 'keeper')
  const { link } = await callAs<{ link: string }>(page, 'POST', '/api/admin/recovery-links', { username: 'forgetful' })
  expect(project.calls).toContain('POST /auth/v1/admin/generate_link')
  await signOut(page)
  await setNewPassword(page, link, 'remembered battery')
  expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'forgetful' })
})

async function setNewPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('You’re signed in with your new password.')).toBeVisible()
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Post content' })
/** Returns the width of the loaded picture, or 0 if it did not load. */
const widthOf = (picture: Locator) => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
const attributesOf = (picture: Locator) =>
  picture.evaluate((img: HTMLImageElement) => ({ src: img.src, srcset: img.srcset }))
