import { expect, type Page } from '@playwright/test'
import { test } from './setup/hosted.ts'

// The warnings and messages that appear when the browser cannot create its Supabase client.
test.use({ expectedFaults: ['status of 503', '503: ', 'status of 400'] })

const configs = [
  { warning: 'Config fetch failed', answer: { status: 503, json: { message: 'not ready' } } },
  { warning: 'Config fetch failed', answer: { status: 200, body: 'not JSON' } },
  { warning: 'Invalid Supabase config', answer: { status: 200, json: { url: 'http://127.0.0.1:1' } } },
  { warning: 'Supabase client creation failed', answer: { status: 200, json: { url: 'nowhere', anonKey: 'key' } } },
]

test('an invalid config causes a console warning and an error at sign-in, and the next attempt can succeed', async ({
  page,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  for (const { warning, answer } of configs) {
    await page.route('/api/config/supabase', (route) => route.fulfill(answer))
    await page.goto('/login')
    await tryToLogIn(page)
    await expect(page.getByText('Login failed')).toBeVisible()
    await expect(page.getByRole('main').getByText('No Supabase client')).toBeVisible()
    expect(warnings.splice(0).join()).toContain(warning)
    await page.unroute('/api/config/supabase')
  }
  await tryToLogIn(page)
  await expect(page.getByRole('main').getByText('Invalid login credentials')).toBeVisible()
})

async function tryToLogIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('unknown@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
