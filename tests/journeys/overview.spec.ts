import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'

test('an administrator sees what is wrong with the site and how to fix it', async ({ page }) => {
  await signIn(page, 'keeper')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  const warning = page.getByRole('list', { name: 'Warnings' }).getByRole('listitem')
  await expect(warning.filter({ hasText: 'There is no verified backup yet.' })).toContainText(
    'Run devstead backup create --verify.',
  )
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByText(`PostgreSQL`)).toBeVisible()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Background jobs' }).click()
  await expect(page).toHaveURL('/admin/jobs')
})
