import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

const resume = JSON.stringify({
  basics: { label: 'Weaver of programs', email: 'cv@example.org' },
  work: [{ name: 'Loom Works', position: 'Engineer', startDate: '2020-05', highlights: ['Halved the build time'] }],
  hobbies: [],
})

test(
  'a member imports and publishes a CV, and visitors read and print it',
  { tag: '@phone' },
  async ({ page, browser, baseURL, isMobile }) => {
    const username = isMobile ? 'cvphone' : 'cvdesktop'
    await signUp(page, username)
    await page.goto('/settings/cv')

    await test.step('the import lists what it leaves out, and fills in the form', async () => {
      await page.getByRole('textbox', { name: 'JSON' }).fill(resume)
      await page.getByRole('button', { name: 'Check JSON Resume' }).click()
      await expect(page.locator('.resume-import-result')).toContainText('hobbies')
      await hasNoFaults(page)
      await page.getByRole('button', { name: 'Replace CV in form' }).click()
      await expect(page.getByRole('textbox', { name: 'Company', exact: true })).toHaveValue('Loom Works')
    })

    await test.step('unsaved changes survive a reload, and errors are shown next to their fields', async () => {
      await page.getByRole('button', { name: 'Add degree' }).click()
      await page.reload()
      await expect(page.getByText('You have unsaved changes from earlier.')).toBeVisible()
      await page.getByRole('button', { name: 'Save CV' }).click()
      const school = page.getByRole('textbox', { name: 'School' })
      await expect(school).toBeFocused()
      await expect(page.getByText('Enter the school')).toBeVisible()
      await hasNoFaults(page)
      await school.fill('School of Looms')
    })

    await page.getByRole('switch', { name: 'Publish my CV' }).click()
    await page.getByRole('button', { name: 'Save CV' }).click()
    await expect(page.getByText('All changes are saved.')).toBeVisible()
    await page.getByRole('link', { name: 'View CV' }).click()
    await expect(page.getByText('Halved the build time')).toBeVisible()
    await hasNoFaults(page)
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'JSON Resume' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('"Loom Works"')

    await test.step('visitors without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      await reader.goto(`/profile/${username}`)
      await reader.locator(`a[href="/profile/${username}/cv"]`).click()
      await expect(reader.getByText('Halved the build time')).toBeVisible()
      await expect(reader.getByText('Print')).toHaveCount(0)
      await context.close()
    })
  },
)
