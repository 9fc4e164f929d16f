import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { makeProofOld } from './setup/change-database.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ colorScheme: 'dark' })

// The desktop and phone projects may run one after the other on the same site, so each uses its own usernames.
async function publish(page: Page, content: string): Promise<number> {
  return (await callAs<{ id: number }>(page, 'POST', '/api/posts', { content })).id
}

/** Fills in the form and confirms the dialog. */
async function leave(page: Page, username: string, choice: RegExp): Promise<void> {
  const card = page.locator('#departure')
  await card.getByRole('radio', { name: choice }).check()
  await card.getByLabel(/^Your username/).fill(username)
  await card.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
}

test.describe('without recent authentication, and with a mistyped password', () => {
  test.use({ expectedFaults: ['status of 400', '400: ', 'status of 403', '403: '] })
  test('a member confirms their identity and deletes their account along with their posts', async ({ page, site }) => {
    const name = 'leaver'
    await signUp(page, name)
    const id = await publish(page, 'Gone tomorrow')
    await page.goto('/settings/account#departure')
    await expect(page.getByLabel(/^Your username/)).toBeVisible()
    await makeProofOld(site, name)
    await leave(page, name, /Remove my posts/)
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const field = dialog.getByLabel('Password')
    await expect(field).toBeFocused()
    await field.fill('not my password')
    await field.press('Enter')
    await expect(dialog.getByText('That’s not your password.')).toBeVisible()
    await expect(field).toBeFocused()
    await hasNoFaults(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Account not deleted')).toBeVisible()
    await expect(page.getByLabel(/^Your username/)).toHaveValue(name)
    await leave(page, name, /Remove my posts/)
    await field.fill('correct horse battery')
    await field.press('Enter')
    await page.waitForURL('/')
    await expect(page.getByText('Your account has been deleted')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect((await page.request.get(`/post/${id}`)).status()).toBe(410)
    expect((await page.request.get(`/profile/${name}`)).status()).toBe(404)
    await page.goto('/login')
    await page.getByLabel('Email').fill(`${name}@example.org`)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('main').getByText('Invalid login credentials')).toBeVisible()
  })
})

test('a member deletes their account but keeps the posts, which show a deleted member as the author', async ({
  page,
}) => {
  const name = 'keeping'
  await signUp(page, name)
  const id = await publish(page, 'Here to stay')
  await page.goto('/settings/account')
  await leave(page, name, /Keep my posts/)
  await page.waitForURL('/')
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  const card = page.locator('.post-card', { hasText: 'Here to stay' })
  await expect(card.getByText('Deleted member', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Deleted member', exact: true })).toHaveCount(0)
  await page.goto(`/post/${id}`)
  await expect(page.getByText('Deleted member').first()).toBeVisible()
  expect(await page.content()).not.toContain(name)
  await hasNoFaults(page)
})
