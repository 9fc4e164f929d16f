import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './setup/journey.ts'
import { callAs, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

// Saving an unknown language is rejected.
test.use({ colorScheme: 'dark', expectedFaults: ['status of 400', 'status of 404'] })

/** Returns a time zone in which today's date is not the same as in UTC. */
const zoneOfAnotherDay = () => (new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Niue')

test('an administrator sets the language, time zone, icon, description, rules, privacy page, and a page as the home page', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'keeper')
  const pages = [
    ['About the loom', 'about-the-loom'],
    ['Be kind', 'be-kind'],
    ['Your data', 'your-data'],
  ] as const
  const ids: number[] = []
  for (const [title, slug] of pages) {
    const body = { title, slug, content: `Everything about “${title}”.`, isPublished: true, isInNavigation: false }
    ids.push((await callAs<{ id: number }>(page, 'POST', '/api/pages', body)).id)
  }
  const post = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Geschrieben am Webstuhl' })

  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Language' }).fill('not a language')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Language' })).toBeFocused()
  await hasNoFaults(page)
  await page.getByRole('textbox', { name: 'Language' }).fill('de')
  await expect(page.getByText('German. Tells browsers')).toBeVisible()
  const timeZone = zoneOfAnotherDay()
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption(timeZone)
  await page.getByRole('textbox', { name: 'Description' }).fill('Notizen über Webmaschinen')
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#884808' } })
  await page
    .getByLabel('Icon file')
    .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await expect(page.getByRole('radio', { name: 'Picture' })).toBeChecked()
  await page.getByRole('combobox', { name: 'Code of conduct' }).selectOption('Be kind')
  await page.getByRole('combobox', { name: 'Privacy policy' }).selectOption('Your data')
  await page.getByRole('radio', { name: 'Page', exact: true }).check()
  await page.getByRole('combobox', { name: 'Page', exact: true }).selectOption('About the loom')
  await hasNoFaults(page)
  await saveSettings(page)

  await test.step('visitors without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
    const reader = await context.newPage()
    await reader.goto('/')
    await expect(reader.getByRole('heading', { level: 1, name: 'About the loom' })).toBeVisible()
    expect(await reader.locator('html').getAttribute('lang')).toBe('en')
    expect(await reader.locator('meta[property="og:locale"]').getAttribute('content')).toBe('de_DE')
    const icon = await reader.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    const drawn = sharp(await (await reader.request.get(icon!)).body())
    expect((await drawn.stats()).dominant).toMatchObject({ r: 136, g: 72, b: 8 })
    const feed = (await (await reader.request.get('/feed.json')).json()) as { language: string; description: string }
    expect([feed.language, feed.description]).toEqual(['de', 'Notizen über Webmaschinen'])
    for (const [title, slug] of pages.slice(1)) {
      await reader.goto('/')
      expect(await reader.locator(`.side-bar a[href="/${slug}"]`).textContent()).toBe(title)
      await reader.goto(`/${slug}`)
      await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(reader.getByText(`Everything about “${title}”.`)).toBeVisible()
    }
    await reader.goto(`/post/${post.id}`)
    const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
    await expect(reader.locator('article time').first()).toHaveText(dates.format(new Date()))
    await context.close()
  })

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'About the loom' })).toBeVisible()
  await hasNoFaults(page)
  await page.goto('/posts')
  await expect(page.getByText('Geschrieben am Webstuhl')).toBeVisible()

  await test.step('everyone sees the interface in one language', async () => {
    await page.goto('/admin/settings')
    await page.getByRole('combobox', { name: 'Menus and buttons' }).selectOption('es')
    await saveSettings(page)
    const context = await browser.newContext({ locale: 'ja-JP', baseURL: baseURL!, viewport: page.viewportSize() })
    const reader = await context.newPage()
    await reader.goto('/login')
    await expect(reader.locator('html')).toHaveAttribute('lang', 'es')
    await expect(reader.getByRole('heading', { level: 1, name: 'Hola de nuevo' })).toBeVisible()
    await context.close()
    await page.goto('/admin/settings')
    await page.locator('select[name=interfaceLanguage]').selectOption('reader')
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT'),
      page.locator('.site-settings-bar button[type=submit]').click(),
    ])
  })

  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Language' }).fill('en')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  await page.getByRole('textbox', { name: 'Description' }).fill('')
  await page.getByRole('radio', { name: 'Devstead', exact: true }).first().check()
  await page.getByRole('combobox', { name: 'Code of conduct' }).selectOption('None')
  await page.getByRole('combobox', { name: 'Privacy policy' }).selectOption('None')
  await page.getByRole('radio', { name: 'Feed' }).check()
  await saveSettings(page)
  await test.step('the site has Devstead’s icon again, or a generated one', async () => {
    const icon = page.locator('link[rel="apple-touch-icon"]')
    await page.reload()
    await expect(icon).toHaveAttribute('href', '/apple-touch-icon.png')
    await page.getByRole('textbox', { name: 'Name' }).fill('Loom')
    await saveSettings(page)
    await page.reload()
    await expect(icon).toHaveAttribute('href', '/apple-touch-icon.png')
    await page.getByRole('radio', { name: 'Generated' }).check()
    await saveSettings(page)
    await page.reload()
    await expect(icon).toHaveAttribute('href', /^\/apple-touch-icon\.png\?v=/)
    await page.getByRole('textbox', { name: 'Name' }).fill('')
    await saveSettings(page)
  })
  await page.goto('/')
  for (const [title] of pages.slice(1)) await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  for (const id of ids) await callAs(page, 'DELETE', `/api/pages/${id}`)
  for (const [, slug] of pages) expect((await page.request.get(`/${slug}`)).status()).toBe(404)
  await callAs(page, 'DELETE', `/api/posts/${post.id}`)
})
