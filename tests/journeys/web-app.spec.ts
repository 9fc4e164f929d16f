import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signUp, submitLogin } from './setup/members.ts'

// The web app installed on a device: what other apps share opens in the composer.

const shared = '/compose?title=A%20loom&text=Warp%20%26%20weft&url=https%3A%2F%2Floom.example%2Fone'
const asText = 'A loom\n\nWarp & weft\n\nhttps://loom.example/one'

test(
  'opens the composer with the shared text, and asks before adding it to a draft',
  { tag: '@phone' },
  async ({ page }) => {
    await signUp(page, 'app-sharer')
    await page.goto(shared)
    const text = page.getByRole('textbox', { name: 'Post content' })
    await expect(text).toHaveValue(asText)
    await expect(text).toBeFocused()
    expect(new URL(page.url()).pathname).toBe('/')

    const second = '/compose?url=https%3A%2F%2Floom.example%2Ftwo'
    await page.goto(second)
    await expect(page.getByText('https://loom.example/two')).toBeVisible()
    await page.getByRole('button', { name: 'Keep draft as it is' }).click()
    await expect(text).toHaveValue(asText)

    await page.goto(second)
    await page.getByRole('button', { name: 'Add to draft' }).click()
    await expect(text).toHaveValue(`${asText}\n\nhttps://loom.example/two`)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('article').first()).toContainText('Warp & weft')
    await expect(text).toHaveValue('')
  },
)

test('asks visitors to sign in first, and keeps the shared text', async ({ page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  await signUp(await elsewhere.newPage(), 'absent')
  await elsewhere.close()
  await page.goto(shared)
  await page.waitForURL(/\/login/)
  await submitLogin(page, 'absent')
  await expect(page.getByRole('textbox', { name: 'Post content' })).toHaveValue(asText)
})
