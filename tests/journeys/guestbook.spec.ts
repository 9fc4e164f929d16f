import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { newcomer, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

async function turnGuestbook(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('switch', { name: 'Guestbook' }).click()
  await saveSettings(page)
}

test('an administrator turns on the guestbook, visitors and members sign it, and a moderator decides', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'keeper')
  expect((await page.request.get('/guestbook')).status()).toBe(404)
  await turnGuestbook(page)

  await test.step('a visitor signs without JavaScript, and the entry awaits approval', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL!,
      extraHTTPHeaders: { 'x-forwarded-for': '10.9.6.2' },
    })
    const visitor = await context.newPage()
    await visitor.goto('/')
    expect(await visitor.locator('.side-bar a[href="/guestbook"]').textContent()).toBe('Guestbook')
    await visitor.goto('/guestbook')
    await expect(visitor.getByText('Be the first to sign the guestbook.')).toBeVisible()
    await visitor.getByRole('textbox', { name: 'Name' }).fill('Gil')
    await visitor.getByRole('textbox', { name: 'Message' }).fill('Your loom *sings*')
    await visitor.getByRole('button', { name: 'Sign guestbook' }).click()
    await expect(visitor.getByText('Your entry is awaiting approval.')).toBeVisible()
    await context.close()
  })

  const member = await newcomer(browser, baseURL, 'signer', '10.9.6.4')
  await member.goto('/guestbook')
  await member.getByRole('textbox', { name: 'Message' }).fill('A member was here')
  await member.getByRole('button', { name: 'Sign guestbook' }).click()
  await expect(member.getByText('Your entry is awaiting approval.')).toBeVisible()

  await page.goto('/admin/comments')
  const waiting = (name: string) => page.getByRole('article', { name })
  await expect(waiting('Gil')).toContainText('Your loom *sings*')
  await hasNoFaults(page)
  for (const name of ['Gil', 'signer Example']) {
    await waiting(name).getByRole('button', { name: 'Approve' }).click()
    await expect(waiting(name)).toHaveCount(0)
  }
  await page.goto('/guestbook')
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('article')
  await expect(entries).toHaveCount(2)
  await expect(entries.filter({ hasText: 'Gil' }).locator('em')).toHaveText('sings')
  await hasNoFaults(page)

  await test.step('the member deletes their entry, undoes it, and deletes it again', async () => {
    await member.reload()
    const own = member.getByRole('region', { name: 'Entries' }).getByRole('article').filter({ hasText: 'A member' })
    await own.getByRole('button', { name: 'Delete' }).click()
    await expect(own).toHaveCount(0)
    await member.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(own).toBeVisible()
    await own.getByRole('button', { name: 'Delete' }).click()
    await expect(own).toHaveCount(0)
    await member.context().close()
  })

  await turnGuestbook(page)
  expect((await page.request.get('/guestbook')).status()).toBe(404)
})
