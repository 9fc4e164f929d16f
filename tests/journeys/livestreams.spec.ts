import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ colorScheme: 'dark', expectedFaults: ['status of 502', '502: http'] })

const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text, { exact: true })

/** Activates a control with the keyboard. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

test('a member creates, disables, edits, and deletes a livestream by keyboard, and visitors never see its stream key', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/livestream/manage')
  await expect(page).toHaveURL(/\/login\?next=%2Flivestreams%2Fmanage/)
  await signUp(page, 'airs')
  await page.goto('/livestream/manage')
  await expect(page).toHaveURL('/livestreams/manage')
  await expect(page.getByRole('heading', { name: 'Manage Livestreams', level: 1 })).toBeVisible()
  await expect(page.getByText('No livestreams yet')).toBeVisible()

  const dialog = page.getByRole('dialog')
  await press(page.getByRole('button', { name: 'Create Livestream' }))
  await press(dialog.getByRole('button', { name: 'Create Livestream' }))
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await hasNoFaults(page)
  const title = '<b>Pairing</b> at a desk'
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('On caches\nand plans')

  await page.route('**/api/livestreams', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, json: { message: 'The streaming service cannot be reached.' } })
      : route.continue(),
  )
  await press(dialog.getByRole('button', { name: 'Create Livestream' }))
  await expect(dialog.locator('.field-error')).toHaveText('The streaming service cannot be reached.')
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await page.unroute('**/api/livestreams')
  await press(dialog.getByRole('button', { name: 'Create Livestream' }))
  await expect(toast(page, 'Livestream created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('idle', { exact: true })).toBeVisible()
  await expect(page.getByText('Still idle after you have started?')).toBeVisible()

  await press(page.getByRole('button', { name: 'Copy Stream Key' }))
  await expect(toast(page, 'Stream Key copied to clipboard')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key.length).toBeGreaterThan(10)
  await expect(page.getByText(key)).toBeHidden()
  await press(page.getByRole('button', { name: 'Show Stream Key' }))
  await expect(page.getByText(key)).toBeVisible()
  await press(page.getByRole('button', { name: 'Regenerate stream key' }))
  await press(page.getByRole('button', { name: 'Regenerate', exact: true }))
  await expect(toast(page, 'Stream key regenerated')).toBeVisible()
  await expect(page.getByText(key)).toBeHidden()

  const visitor = await browser.newPage({ baseURL: baseURL! })
  const listed = await visitor.request.get('/api/livestreams')
  expect(await listed.text()).toContain('Pairing')
  expect(await listed.text()).not.toContain('streamKey')
  await visitor.close()

  await press(page.getByRole('button', { name: `Edit ${title}` }))
  await dialog.getByLabel('Title').fill('Renamed')
  await dialog.getByLabel('Scheduled for').fill('2099-12-24T18:00')
  await press(dialog.getByRole('switch', { name: 'Public Stream' }))
  await press(dialog.getByRole('button', { name: 'Save Changes' }))
  await expect(toast(page, 'Livestream updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Renamed' })).toBeVisible()
  await expect(page.getByText('private', { exact: true })).toBeVisible()
  await expect(page.getByText('Dec 24, 2099', { exact: false })).toBeVisible()

  // Disabled elsewhere, for example by an administrator. The page shows this within five seconds.
  const [stream] = await callAs<{ id: number }[]>(page, 'GET', '/api/users/me/livestreams')
  await callAs(page, 'POST', `/api/livestreams/${stream!.id}/disable`)
  await expect(page.getByText('offline', { exact: true })).toBeVisible()
  await hasNoFaults(page)
  await press(page.getByRole('button', { name: 'Enable Renamed' }))
  await expect(toast(page, 'Livestream enabled')).toBeVisible()
  await expect(page.getByText('idle', { exact: true })).toBeVisible()

  await press(page.getByRole('button', { name: 'Delete Renamed' }))
  await expect(page.getByText('also be removed from the streaming provider')).toBeVisible()
  await press(page.getByRole('button', { name: 'Delete', exact: true }).last())
  await expect(toast(page, 'Livestream deleted successfully')).toBeVisible()
  await expect(page.getByText('No livestreams yet')).toBeVisible()
})
