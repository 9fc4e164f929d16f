import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { registerByForm } from './setup/members.ts'

// Browsers treat loopback addresses as secure, so the page is an insecure context only under another host name.
test.use({
  baseURL: ({ site }, use) => use(site.url.replace('127.0.0.1', 'devstead.test')),
  expectedFaults: ['Cross-Origin-Opener-Policy header has been ignored'],
})

test('saving links, posting, and copying work over plain HTTP, and pages show which features require HTTPS', async ({
  page,
}) => {
  await registerByForm(page, 'lan')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add link' }).click()
  const link = page.getByRole('list', { name: 'Your links' }).getByRole('listitem')
  await link.getByLabel('Label').fill('Blog')
  await link.getByLabel('URL').fill('https://blog.example.org/')
  await page.getByRole('button', { name: 'Save links' }).click()
  await expect(page.getByText('Links saved')).toBeVisible()

  await page.goto('/settings/security')
  await expect(page.getByText(/^Passkeys need HTTPS/)).toBeVisible()

  await page.goto('/')
  const composer = page.getByRole('textbox', { name: 'Post content' })
  await composer.fill('Count words:\n\n```sh\nwc -w draft.md\n```')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const post = page.getByRole('article').filter({ hasText: 'Count words' })
  await post.getByRole('button', { name: 'Copy code' }).click()
  await expect(post.getByRole('button', { name: 'Copied' })).toBeFocused()
  await composer.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(composer).toHaveValue('wc -w draft.md')
})
