import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

// The address does not exist while the form is off.
test.use({ expectedFaults: ['/contact)'] })

const contactSwitch = (page: Page) => page.getByRole('switch', { name: 'Contact form' })

async function turn(page: Page, isOn: boolean): Promise<void> {
  await page.goto('/admin/settings')
  await expect(contactSwitch(page)).toBeVisible()
  if ((await contactSwitch(page).getAttribute('aria-checked')) === String(isOn)) return
  await contactSwitch(page).click()
  await saveSettings(page)
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value)
}

test(
  'visitors write to the owner with and without JavaScript, and the owner reads and archives the messages',
  { tag: '@phone' },
  async ({ page, browser, baseURL, isMobile }) => {
    const device = isMobile ? 'phone' : 'desktop'
    await signIn(page, 'keeper')
    await turn(page, true)

    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL!,
      extraHTTPHeaders: { 'x-forwarded-for': isMobile ? '10.9.7.1' : '10.9.7.2' },
    })
    const plain = await context.newPage()
    await plain.goto('/')
    const link = plain.locator('.side-bar a[href="/contact"]')
    expect(await link.textContent()).toBe('Contact')
    await plain.goto('/contact')
    await fill(plain, { Name: `Walt ${device}`, Email: 'walt@localhost', Message: 'Written without scripts' })
    await plain.getByRole('button', { name: 'Send message' }).click()
    await expect(plain.getByRole('heading', { name: 'Your message was not sent' })).toBeVisible()
    await expect(plain.getByLabel('Message')).toHaveValue('Written without scripts')
    await plain.getByLabel('Email').fill('walt@example.org')
    await plain.getByRole('button', { name: 'Send message' }).click()
    await plain.waitForURL('/contact?message=sent')
    await expect(plain.getByText('Your message has been sent.')).toBeVisible()
    await context.close()

    await page.goto('/contact')
    await fill(page, { Name: `Vera ${device}`, Email: 'vera', Message: 'Are you free in May?' })
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Enter an email address such as you@example.org')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await fill(page, { Email: 'vera@example.org' })
    await page.waitForTimeout(2000) // faster submissions are marked as possible spam
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Your message has been sent.')).toBeInViewport()
    await hasNoFaults(page)

    await page.goto('/notifications')
    await page
      .getByRole('link', { name: /message.* the latest by|sent you a message/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    const entry = page.getByRole('article').filter({ hasText: `Vera ${device}` })
    await expect(entry).toContainText('Are you free in May?')
    await expect(page.getByRole('article').filter({ hasText: `Walt ${device}` })).toContainText('without scripts')
    await hasNoFaults(page)
    await entry.getByRole('button', { name: 'Archive' }).click()
    await expect(entry).toHaveCount(0)
    await page
      .getByRole('navigation', { name: 'Messages' })
      .getByRole('link', { name: /Archive/ })
      .click()
    await entry.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete message' }).click()
    await expect(entry).toHaveCount(0)

    await turn(page, false)
    expect((await page.request.get('/contact')).status()).toBe(404)
    await page.goto('/contact')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
)
