import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, createMember, newcomer, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ colorScheme: 'dark' })

test('an administrator finds a member, changes their role, signs them out, and suspends them', async ({
  page,
  request,
}) => {
  const username = 'listed'
  const { access_token: token } = await createMember(request, username)
  await signIn(page, 'keeper')
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.getByLabel('Name, username, or email').fill(`${username}@EXAMPLE.org`)
  await page.getByRole('search', { name: 'Members' }).getByRole('button', { name: 'Search' }).click()
  const entry = page.getByRole('article')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText(`@${username}${username}@example.org`)
  const choose = async (action: string) => {
    await entry.getByRole('button', { name: `Actions for @${username}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await choose('Make administrator')
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await expect(entry.getByText('Administrator', { exact: true })).toBeVisible()
  await choose('Remove administrator role')
  await page.getByRole('button', { name: 'Remove role' }).click()
  await expect(entry.getByText('Administrator', { exact: true })).toBeHidden()

  await choose('Sign out everywhere')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText(`@${username} signed out everywhere`)).toBeVisible()
  const answer = await request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)

  await choose('Suspend')
  await page.getByLabel('Reason').fill('Sells shoes')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(entry.getByText('Suspended', { exact: true })).toBeVisible()
  await hasNoFaults(page)
  await choose('Lift suspension')
  await expect(entry.getByText('Suspended', { exact: true })).toBeHidden()
})

test('the owner transfers ownership, remains an administrator, and gets it back from the new owner', async ({
  page,
  browser,
  baseURL,
}) => {
  const username = 'successor'
  const successor = await newcomer(browser, baseURL, username, '10.9.8.6')
  await signIn(page, 'keeper')
  const transfer = async (owner: Page, to: string) => {
    await owner.goto(`/admin/members?q=${to}`)
    const entry = owner.getByRole('article').filter({ hasText: `@${to}` })
    await entry.getByRole('button', { name: `Actions for @${to}` }).click()
    await owner.getByRole('menuitem', { name: 'Transfer ownership' }).click()
    await expect(owner.getByRole('alertdialog')).toContainText(`Transfer ownership to @${to}?`)
    await hasNoFaults(owner)
    await owner.getByRole('button', { name: 'Transfer ownership' }).click()
    await expect(owner.getByText(`@${to} now owns this site`)).toBeVisible()
    await expect(entry.getByText('Owner', { exact: true })).toBeVisible()
    await entry.getByRole('button', { name: `Actions for @${to}` }).click()
    await expect(owner.getByRole('menuitem', { name: 'Transfer ownership' })).toHaveCount(0)
  }

  await transfer(page, username)
  expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ role: 'admin' })
  await successor.goto('/notifications')
  await expect(successor.getByRole('main').getByText(/owner of this site/)).toBeVisible()
  await successor.goto('/settings')
  await expect(successor.getByRole('main').getByRole('link', { name: 'Site settings' })).toBeVisible()
  await transfer(successor, 'keeper')
  await successor.context().close()
})
