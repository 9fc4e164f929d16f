import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

test.use({ settings: { SITE_NAME: 'Loom Works', REGISTRATION: 'closed' } })

test('an administrator sees which settings the environment has locked, and can change the others', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'keeper')
  await page.goto('/admin/settings')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Loom Works')
  await expect(name).toBeDisabled()
  await expect(page.getByText('Set by SITE_NAME in the environment')).toBeVisible()
  const registration = page.getByRole('combobox', { name: 'Who can register' })
  await expect(registration).toHaveValue('closed')
  await expect(registration).toBeDisabled()
  await expect(page.getByText('Set by REGISTRATION in the environment')).toBeVisible()
  await hasNoFaults(page)
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Woven by hand')
  await saveSettings(page)

  const context = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
  const visitor = await context.newPage()
  await visitor.goto('/')
  expect(await visitor.title()).toBe('Loom Works – Woven by hand')
  await visitor.goto('/login?tab=register')
  await expect(visitor.getByText('Registration is closed on this site.')).toBeVisible()
  await context.close()
})
