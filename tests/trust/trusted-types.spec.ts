import { expect, type Page } from '@playwright/test'
import { callAs, signUp, test } from './setup/trust.ts'

const policy = "require-trusted-types-for 'script'; trusted-types site"

test('writes no HTML from our scripts without a Trusted Types policy', async ({ context, request, trap, site }) => {
  await context.route(`${site.url}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy-report-only': policy } })
  })
  const account = await signUp(request, 'typist', 'Typist')
  const content =
    '# A *post*\n\n```js\nlet a = 1\n```\n\n<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
  const { id } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content, title: 'Typed' })
  const page = await context.newPage()
  for (const path of ['/', '/?type=popular', `/post/${id}`, '/login', '/login?tab=register', '/auth', '/nowhere'])
    await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate((text) => localStorage.setItem('supabase_auth_token', text), account.session)
  await visitAsMember(page, id)
  expect(trap).toEqual({ ran: [], stopped: [], left: [] })
})

/** Follows links through the site, so that pages are rendered in the browser. */
async function visitAsMember(page: Page, id: number): Promise<void> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Typed' }).first().click()
  await page.waitForURL(`/post/${id}`)
  await page.goto(`/post/${id}/edit`, { waitUntil: 'networkidle' })
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.locator('.composer-preview h1')).toBeVisible()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Post content' }).fill('A **second** post')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Your post has been published successfully!')).toBeVisible()
  await expect(page.locator('strong', { hasText: 'second' })).toBeVisible()
  await page.getByRole('button', { name: /^Like/ }).first().click()
  await expect(page.getByRole('button', { name: /^Like/, pressed: true })).toHaveCount(1)
}
