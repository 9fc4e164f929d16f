import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { layoutShiftOf, watchFaults } from './setup/faults.ts'

// The built site: each language has its own scripts, which must agree with the page that the server rendered.

const names = {
  de: { projects: 'Projekte' },
  es: { projects: 'Proyectos' },
  ja: { projects: 'プロジェクト' },
}

for (const locale of ['de', 'es', 'ja'] as const)
  test(`shows the site in the language of the browser: ${locale}`, async ({ browser, site }) => {
    const context = await browser.newContext({ locale, baseURL: site.url })
    const page = await context.newPage()
    const faults = await watchFaults(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await page.locator('.side-links').getByRole('link', { name: names[locale].projects, exact: true }).click()
    await expect(page).toHaveURL('/projects')
    await expect(page).toHaveTitle(new RegExp(names[locale].projects))
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((path) => path.startsWith('/assets/') && !path.startsWith(`/assets/${locale}-`))).toEqual([])
    expect(await layoutShiftOf(page)).toBeLessThan(0.01)
    expect(faults).toEqual([])
    await context.close()
  })

for (const javaScriptEnabled of [true, false])
  test(`changes the language ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: site.url })
    const page = await context.newPage()
    await page.goto('/search?q=c%23%2B')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL('/search?q=c%23%2B')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.goto('/login')
    await page.getByRole('button', { name: 'Español' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page).toHaveURL(javaScriptEnabled ? '/login' : '/')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.goto('/projects')
    await expect(page.getByRole('link', { name: 'Projekte', exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await context.close()
  })
