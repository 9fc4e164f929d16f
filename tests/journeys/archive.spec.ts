import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { unzip } from '../support/zips.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { makeProofOld } from './setup/change-database.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test('a member downloads everything they own as a zip file', async ({ page }) => {
  const name = 'archivist'
  await signUp(page, name)
  await callAs(page, 'POST', '/api/posts', { title: 'Kept', content: 'Words to **keep**' })
  await page.goto('/settings/account#data')
  const card = page.getByRole('heading', { name: 'Your data' })
  await expect(card).toBeVisible()

  const button = page.getByRole('button', { name: 'Download your archive' })
  await button.focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-archive-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
  await expect(page.getByText('Your download has started')).toBeVisible()
  await expect(button).toBeFocused()

  const files = await unzip(await readFile(await download.path()))
  const post = [...files].find(([path]) => path.startsWith('posts/'))!
  expect(post[0]).toMatch(/^posts\/\d{4}-\d\d-\d\d-kept-\d+\.md$/)
  expect(post[1].toString()).toContain('Words to **keep**')
  const { profile, posts } = JSON.parse(files.get('archive.json')!.toString()) as {
    profile: { username: string }
    posts: { title: string }[]
  }
  expect([profile.username, posts.map(({ title }) => title)]).toEqual([name, ['Kept']])
})

test.describe('without recent authentication', () => {
  test.use({ expectedFaults: ['status of 403', '403: '] })
  test('a member confirms their identity and downloads their archive', async ({ page, site }) => {
    const name = 'cautious'
    await signUp(page, name)
    await page.goto('/settings/account')
    const button = page.getByRole('button', { name: 'Download your archive' })
    await expect(button).toBeVisible()
    await makeProofOld(site, name)
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await hasNoFaults(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Could not create your archive')).toBeVisible()
    await expect(button).toBeFocused()
    await button.click()
    await dialog.getByLabel('Password').fill('correct horse battery')
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    const [download] = await Promise.all([page.waitForEvent('download'), confirm.click()])
    expect(await download.failure()).toBeNull()
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('while the server is failing', () => {
  test.use({ expectedFaults: ['status of 503', '503: '] })
  test('shows the error and lets the member try again', async ({ page }) => {
    await signUp(page, 'retrying')
    await page.goto('/settings/account')
    await page.route('**/api/account/archive', (route) =>
      route.fulfill({ status: 503, json: { code: 'not_ready', message: 'The database is unavailable.' } }),
    )
    await page.getByRole('button', { name: 'Download your archive' }).click()
    await expect(page.getByText('The database is unavailable.')).toBeVisible()
    await page.unroute('**/api/account/archive')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your archive' }).click(),
    ])
    expect(await download.failure()).toBeNull()
  })
})
