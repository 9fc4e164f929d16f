import { type CDPSession, expect, type Page } from '@playwright/test'
import { codeOf } from './setup/app-code.ts'
import { test } from './setup/journey.ts'
import { signOut, signUp } from './setup/members.ts'
import { makeProofOld } from './setup/change-database.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// Passkeys belong to host names, not to IP addresses, so the site is opened as `localhost`.
test.use({ baseURL: ({ site }, use) => use(site.url.replace('127.0.0.1', 'localhost')) })
test.use({ colorScheme: 'dark' })

/** Adds Chromium's virtual authenticator, which stores passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

async function openCard(page: Page) {
  await page.goto('/settings/security')
  const card = page.locator('#passkeys')
  await expect(card.getByRole('button', { name: /^Add a/ })).toBeVisible()
  return card
}

const enter = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

test.describe('without recent authentication', () => {
  test.use({ expectedFaults: ['status of 400'] })
  test('a member confirms their identity with their password to add a passkey, and with the passkey to remove it', async ({
    page,
    site,
  }) => {
    const name = 'asked'
    await addAuthenticator(page)
    await signUp(page, name)
    const card = await openCard(page)
    await makeProofOld(site, name)
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password').fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'Passkey added' }).getByRole('button', { name: 'Save' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(1)

    await makeProofOld(site, name)
    await card.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await hasNoFaults(page)
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('with a device that stores passkeys', () => {
  test.use({ expectedFaults: ['status of 400'] })
  test('a member adds a passkey, signs in with it, and can no longer do so after removing it', async ({ page }) => {
    await addAuthenticator(page)
    await signUp(page, 'keyed')

    const card = await openCard(page)
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    const naming = page.getByRole('dialog', { name: 'Passkey added' })
    await expect(naming.getByLabel('Name')).toHaveValue(/Linux|Mac|Windows/)
    await naming.getByLabel('Name').fill('My test device')
    await hasNoFaults(page)
    await naming.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByRole('listitem')).toHaveText(/^My test device.*Never used/)
    await hasNoFaults(page)

    await card.getByRole('button', { name: 'Add another passkey' }).click()
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()

    await signOut(page)
    await page.goto('/login?next=/settings/security')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await hasNoFaults(page)
    await enter(page)
    await page.waitForURL('/settings/security')
    await expect(card.getByRole('listitem')).toHaveText(/^My test device.*Last used/)

    await card.getByRole('button', { name: 'Remove: My test device' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Add a passkey' })).toBeFocused()

    await signOut(page)
    await page.goto('/login')
    await enter(page)
    await expect(page.getByText('This site doesn’t recognize that passkey.')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

test('a passkey signs in without the authenticator app’s code, which is required again once the passkey is removed', async ({
  page,
}) => {
  await addAuthenticator(page)
  await signUp(page, 'both')
  const card = await openCard(page)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('App name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByLabel('Secret').innerText()).replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill(await codeOf(secret, 0))
  await page.getByRole('button', { name: 'Add app' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  await signOut(page)
  await page.goto('/login?next=/settings/security')
  await enter(page)
  await page.waitForURL('/settings/security')
  await expect(page.getByRole('list', { name: 'Your apps' }).getByText('My phone')).toBeVisible()

  await card.getByRole('button', { name: /^Remove: / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('/settings/security')
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

test('explains why sign-in may fail on a device that has no passkey or does not know the user', async ({ page }) => {
  const { session, authenticatorId } = await addAuthenticator(page)
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.goto('/login')
  await enter(page)
  await expect(page.getByText('this device has no passkey for this site')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled()
})

test.describe('at an IP address', () => {
  test.use({ baseURL: ({ site }, use) => use(site.url) })
  test('the settings explain where passkeys work, and the sign-in page does not offer them', async ({ page }) => {
    await addAuthenticator(page)
    await openUntilQuiet(page, '/login')
    await expect(page.getByRole('button', { name: /^Continue with|^Sign in with/ })).toHaveText('Continue with GitHub')
    await signUp(page, 'numbered')
    await page.goto('/settings/security')
    const card = page.locator('#passkeys')
    const { port } = new URL(page.url())
    await expect(card.getByRole('link', { name: `http://localhost:${port}` })).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
  })
})
