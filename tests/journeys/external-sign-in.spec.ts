import { expect, type Page } from '@playwright/test'
import { type SignInProviders, startSignInProviders } from '../support/sign-in-providers.ts'
import { test as journey } from './setup/journey.ts'
import { callAs, signOut } from './setup/members.ts'

/** A journey through a site where people can sign in with GitHub and another provider. */
const test = journey.extend<object, { providers: SignInProviders }>({
  providers: [
    async ({ browserName: _browserName }, use) => {
      const providers = await startSignInProviders()
      await use(providers)
      await providers.close()
    },
    { scope: 'worker' },
  ],
  settings: [({ providers }, use) => use({ SITE_URL: '{url}', ...providers.environment }), { scope: 'worker' }],
})

test('a visitor registers with GitHub, sets a password, connects another account, and disconnects GitHub', async ({
  page,
  site,
  providers,
}) => {
  providers.redirectUri = `${site.url}/auth/v1/callback`

  await test.step('GitHub registers the visitor, who returns to the requested page', async () => {
    await page.goto('/login?next=/settings/account')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.waitForURL('/settings/account')
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'octo', displayName: 'Octo Cat' })
    await expect(accounts(page)).toContainText('To disconnect it, set a password first.')
  })

  await test.step('the member sets a password and connects another account', async () => {
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password set')).toBeVisible()
    await page.getByRole('button', { name: 'Connect Company account' }).click()
    await expect(page.getByText('Account connected')).toBeVisible()
    await expect(accounts(page)).toContainText('Company account')
  })

  await test.step('GitHub is disconnected, and the other account signs in', async () => {
    await page.getByRole('button', { name: 'Disconnect: GitHub' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
    await signOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Company account' }).click()
    await page.waitForURL('/')
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'octo' })
  })
})

const accounts = (page: Page) => page.locator('#connected-accounts')
