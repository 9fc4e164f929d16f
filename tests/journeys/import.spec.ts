import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

const wordpress = path.resolve('tests/fixtures/imports/wordpress.xml')
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file)

test.describe('with pictures on a site that does not respond', () => {
  test.use({ expectedFaults: ['status of 502', '502: '] })
  test('a member imports a WordPress export and downloads the report', { tag: '@phone' }, async ({ page }) => {
    await signUp(page, 'relocator')
    await page.goto('/settings/account')
    await page.getByRole('link', { name: 'Import from another site' }).click()
    await expect(page).toHaveURL('/settings/import')
    const check = page.getByRole('button', { name: 'Check', exact: true })
    await check.click()
    await expect(page.getByText('Choose a file', { exact: true })).toBeVisible()
    await choose(page, { name: 'blog.rar', mimeType: 'application/octet-stream', buffer: Buffer.from('Rar!') })
    await check.click()
    await expect(page.getByText('This file type can’t be imported.')).toBeVisible()
    await hasNoFaults(page)

    await choose(page, wordpress)
    await page.getByLabel('URL of your old site').fill('old.example')
    await check.click()
    await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 300_000 })
    await expect(page.getByText('Nothing has changed yet')).toBeVisible()
    await hasNoFaults(page)

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible({ timeout: 300_000 })
    await page.getByText(/^Posts \(/).click()
    await hasNoFaults(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^import-\d+-wordpress-xml\.txt$/)
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^Imported \(WordPress/)

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the report of wordpress.xml' }).click()
    await page.getByText(/^Posts \(/).click()
    const [post] = await page.locator('.import-list a').all()
    await post!.click()
    await expect(page.locator('article h1')).toBeVisible()
  })
})

test('shows why a file cannot be imported', async ({ page }) => {
  await signUp(page, 'mistaken')
  await page.goto('/settings/import')
  await choose(page, { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{"hello": "world"}') })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The import failed' })).toBeVisible({ timeout: 300_000 })
  await hasNoFaults(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Choose a file, or drop it here')).toBeVisible()
})

test('a member imports the posts from a Bluesky account', async ({ page, otherSite }) => {
  const author = { did: 'did:plc:jay', handle: 'jay.example' }
  const record = { $type: 'app.bsky.feed.post', text: 'Posted in the sky first.', createdAt: '2024-01-02T03:04:05Z' }
  otherSite.feed = [{ post: { uri: 'at://did:plc:jay/app.bsky.feed.post/1', author, record } }]
  await signUp(page, 'skywriter')
  await page.goto('/settings/import')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await page.getByLabel('Or a Bluesky account').fill('jay')
  await check.click()
  await expect(page.getByText('Enter a handle, such as')).toBeVisible()
  await page.getByLabel('Or a Bluesky account').fill('@jay.example')
  await check.click()
  await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 300_000 })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible({ timeout: 300_000 })
  await hasNoFaults(page)
  await page.getByText(/^Posts \(1\)/).click()
  await page.locator('.import-list a').first().click()
  await expect(page.getByText('Posted in the sky first.')).toBeVisible()
})
