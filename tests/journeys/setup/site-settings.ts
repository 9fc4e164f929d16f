import { expect, type Page } from '@playwright/test'

/** Saves the changes on the open settings screen. */
export async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
}

/** Opens the settings screen, and chooses who can register. Does not save. */
export async function chooseRegistration(page: Page, who: string): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('combobox', { name: 'Who can register' }).selectOption({ label: who })
}
