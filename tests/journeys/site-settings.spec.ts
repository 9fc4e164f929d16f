import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './setup/journey.ts'
import { callAs, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

/** The name of the site in the sidebar or, on phones, in the top bar. */
const brandOf = (page: Page) => page.locator('.brand-name').filter({ visible: true }).first()

test(
  'an administrator names the site, and visitors see it right away without JavaScript',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'keeper')
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Site settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Site settings' })).toBeVisible()
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeVisible()

    await test.step('invalid settings are explained and not saved', async () => {
      await page.getByRole('textbox', { name: 'Contact' }).fill('nobody')
      await page.getByRole('button', { name: 'Add link' }).click()
      await page.getByRole('textbox', { name: 'Text of link 1' }).fill('Code')
      await page.getByRole('textbox', { name: 'URL of link 1' }).fill('code.example')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Enter an email address or a URL')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'URL of link 1' })).toBeFocused()
      await page.getByRole('textbox', { name: 'URL of link 1' }).fill('https://code.example/ada')
      await page.getByRole('textbox', { name: 'Contact' }).fill('ada@loom.example')
      await hasNoFaults(page)
    })

    await name.fill('Loom & Engine')
    await page.getByRole('textbox', { name: 'Tagline' }).fill('Notes on weaving machines')
    await expect(page.getByRole('radio', { name: 'Generated' })).toBeChecked()
    await test.step('the sample shows the changes, and visitors do not see them yet', async () => {
      const sample = page.getByRole('figure', { name: 'The dark theme' })
      await expect(sample).toContainText('Loom & Engine')
      await expect(sample).toContainText('Notes on weaving machines')
      await hasNoFaults(page)
      await expect(brandOf(page)).toHaveText('Devstead')
    })

    await test.step('leaving asks whether to discard the changes', async () => {
      await page.getByRole('link', { name: 'Back to Settings' }).click()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(name).toHaveValue('Loom & Engine')
    })

    await saveSettings(page)
    await expect(brandOf(page)).toHaveText('Loom & Engine')

    await test.step('visitors without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      await reader.goto('/blog')
      await expect(brandOf(reader)).toHaveText('Loom & Engine')
      expect(await reader.title()).toBe('Blog Posts · Loom & Engine')
      await reader.goto('/')
      expect(await reader.title()).toBe('Loom & Engine – Notes on weaving machines')
      expect(await reader.locator('.side-bar a[href="mailto:ada@loom.example"]').textContent()).toBe('Contact')
      expect(await reader.locator('.side-bar a[href="https://code.example/ada"]').textContent()).toBe('Code')
      const icon = await reader.locator('link[rel="apple-touch-icon"]').getAttribute('href')
      expect((await reader.request.get(icon!)).headers()['content-type']).toBe('image/png')
      expect(icon).toContain('?v=')
      await context.close()
    })

    await test.step('the settings can be exported, and restored from the file', async () => {
      await page.reload()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export settings' }).click(),
      ])
      const exported = await readFile(await download.path())
      await name.fill('Something else')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(name).toHaveValue('Loom & Engine')
      const choose = (text: string | Buffer) =>
        page
          .getByLabel('Settings file')
          .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await choose('{"kind":"devstead-settings","settings":{"contact":7}}')
      await expect(page.getByText(/^contact: /)).toBeVisible()
      const icon = { kind: 'initials', image: '' }
      const plain = { name: '', tagline: '', contact: '', links: [], icon }
      await choose(JSON.stringify({ kind: 'devstead-settings', settings: plain }))
      await saveSettings(page)
      await expect(brandOf(page)).toHaveText('Devstead')
      await choose(exported)
      await expect(name).toHaveValue('Loom & Engine')
      await expect(page.getByRole('radio', { name: 'Generated' })).toBeChecked()
      await page.getByRole('button', { name: 'Discard' }).click()
      await hasNoFaults(page)
    })
  },
)

/** Returns the background color in the form `rgb(1, 2, 3)`. */
const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const defaultGreens = /^rgb\((?:10, 106, 73|106, 215, 165)\)$/

test(
  'an administrator chooses an accent color, and text stays readable',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'keeper')
    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Indigo' }).check()
    const custom = page.getByRole('textbox', { name: 'Custom color', exact: true })
    await expect(custom).toHaveValue('#4338ca')
    await custom.fill('yellow')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Enter a color such as #1c4c98')).toBeVisible()
    await custom.fill('#FFE600')
    await saveSettings(page)
    await expect(page.locator('link[href^="/site.css"]')).toHaveCount(1)
    await hasNoFaults(page)

    await test.step('visitors without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      await reader.goto('/login')
      expect(await backgroundOf(reader, 'main .button[data-variant=primary]')).not.toMatch(defaultGreens)
      await context.close()
    })

    await page.goto('/')
    await hasNoFaults(page)
    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Green' }).check()
    await saveSettings(page)
    await expect(page.locator('link[href^="/site.css"]')).toHaveCount(0)
  },
)

test.describe('sections', () => {
  test.use({ expectedFaults: ['404 (Not Found)'] })

  test(
    'an administrator moves one section and turns off another, whose pages and links are then hidden from visitors',
    { tag: '@phone' },
    async ({ page, browser, baseURL }) => {
      await signIn(page, 'keeper')
      await page.goto('/admin/settings')
      await page.getByRole('switch', { name: 'Projects' }).click()
      await page.getByRole('button', { name: 'Move Members up' }).click()
      await expect(page.getByRole('button', { name: 'Move Members up' })).toBeFocused()
      await hasNoFaults(page)
      await saveSettings(page)
      await expect(page.locator('.side-bar a[href="/projects"]')).toHaveCount(0)

      await test.step('visitors without JavaScript', async () => {
        const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
        const reader = await context.newPage()
        expect((await reader.goto('/projects'))!.status()).toBe(404)
        await reader.goto('/')
        await expect(reader.locator('a[href^="/projects"]')).toHaveCount(0)
        const links = await reader.locator('.side-bar nav[aria-label=Main] a').allTextContents()
        expect(links.indexOf('Members')).toBeLessThan(links.indexOf('Sponsor Me'))
        await context.close()
      })

      await test.step('the section’s page shows “Page not found” in the browser, too', async () => {
        await page.goto('/projects')
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      })

      await page.goto('/admin/settings')
      await page.getByRole('switch', { name: 'Projects' }).click()
      await page.getByRole('button', { name: 'Move Members down' }).click()
      await saveSettings(page)
      expect((await page.goto('/projects'))!.status()).toBe(200)
    },
  )

  test(
    'an administrator turns off the blog, livestreams, GitHub, and sponsor pages',
    { tag: '@phone' },
    async ({ page, browser, baseURL }) => {
      const addresses = { Blog: '/blog', 'Live Stream': '/livestream', GitHub: '/github', 'Sponsor Me': '/sponsor' }
      await signIn(page, 'keeper')
      const turn = async () => {
        await page.goto('/admin/settings')
        for (const name of Object.keys(addresses)) await page.getByRole('switch', { name, exact: true }).click()
        await saveSettings(page)
      }
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      await reader.goto('/')
      // The owner has no GitHub account that the page could link to.
      for (const path of ['/blog', '/livestream', '/sponsor'])
        await expect(reader.locator(`a[href^="${path}"]`), path).not.toHaveCount(0)
      await turn()
      await hasNoFaults(page)
      for (const path of Object.values(addresses)) expect((await reader.goto(path))!.status(), path).toBe(404)
      await reader.goto('/')
      for (const path of Object.values(addresses)) await expect(reader.locator(`a[href^="${path}"]`)).toHaveCount(0)
      await page.goto('/')
      await expect(page.locator('.side-bar a[href="/livestreams/manage"]')).toHaveCount(0)
      await hasNoFaults(page)
      await turn()
      for (const path of Object.values(addresses)) expect((await reader.goto(path))!.status(), path).toBe(200)
      await context.close()
    },
  )
})

test.describe('home page', () => {
  // Previews do not allow Playwright's scripts either.
  test.use({ expectedFaults: ['404 (Not Found)', 'Blocked script execution'] })

  test(
    'an administrator shows a portfolio at /, in three layouts, and the feed at /posts',
    { tag: '@phone' },
    async ({ page, browser, baseURL }) => {
      await signIn(page, 'keeper')
      await page.goto('/admin/settings')
      await page.getByRole('radio', { name: 'Portfolio' }).check()
      await page.getByRole('textbox', { name: 'Headline' }).fill('I weave programs')
      const picture = sharp({ create: { width: 1200, height: 400, channels: 3, background: '#0a6a49' } })
      await page
        .getByLabel('Cover file')
        .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
      await expect(page.getByRole('button', { name: 'Remove cover' })).toBeVisible()
      const blocks = page.getByRole('group', { name: 'What to show' })
      await blocks.getByRole('button', { name: 'Move Skills up' }).click()
      await expect(blocks.getByRole('button', { name: 'Move Skills up' })).toBeFocused()
      await blocks.getByRole('switch', { name: 'Elsewhere' }).click()
      await expect(blocks.getByRole('switch', { name: 'Elsewhere' })).toBeFocused()
      await expect(blocks.getByRole('button', { name: 'Move Elsewhere up' })).toHaveCount(0)
      await hasNoFaults(page)

      await test.step('the preview shows the site with these settings, which are not saved', async () => {
        await page.getByRole('button', { name: 'Preview' }).click()
        const shown = page.frameLocator('.site-preview-frame')
        await expect(shown.locator('.portfolio')).toHaveAttribute('data-layout', 'column')
        await expect(shown.getByText('I weave programs')).toBeVisible()
        await expect(shown.locator('.portfolio-cover')).toHaveJSProperty('complete', true)
        await hasNoFaults(page)
        await page.getByText('Dark', { exact: true }).click()
        await expect(shown.locator('html')).toHaveClass('dark')
        await page.getByText('Mobile', { exact: true }).click()
        await shown.locator('.tab-bar a[href$="/blog"]').click()
        await expect(shown.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
        await page.getByText('Light', { exact: true }).click()
        await expect(shown.locator('html')).not.toHaveClass('dark')
        await expect(shown.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
        const [tab] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('link', { name: 'Open in a new tab' }).click(),
        ])
        await expect(tab.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
        await tab.close()
        await page.getByRole('button', { name: 'Close' }).click()
        await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue('I weave programs')
        const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage()
        await visitor.goto('/')
        await expect(visitor.getByText('I weave programs')).toHaveCount(0)
        await visitor.context().close()
      })
      await saveSettings(page)

      for (const layout of ['Column', 'Split', 'Tiles']) {
        await test.step(`visitors see the layout “${layout}”`, async () => {
          await page.goto('/admin/settings')
          if (layout !== 'Column') {
            await page.getByRole('radio', { name: layout }).check()
            await saveSettings(page)
          }
          await page.goto('/')
          await expect(page.locator('.portfolio')).toHaveAttribute('data-layout', layout.toLowerCase())
          await expect(page.getByText('I weave programs')).toBeVisible()
          await expect(page.locator('.portfolio-cover')).toHaveJSProperty('complete', true)
          await hasNoFaults(page)
        })
      }

      await test.step('the owner edits talks and the profile on the page', async () => {
        await page.getByRole('button', { name: 'Add talks' }).click()
        const talks = page.getByRole('dialog', { name: 'Edit talks' })
        await talks.getByRole('button', { name: 'Add talk' }).click()
        await talks.getByLabel('Title').fill('Looms in production')
        await hasNoFaults(page)
        await talks.getByRole('button', { name: 'Save talks' }).click()
        await expect(page.getByText('Talks saved')).toBeVisible()
        await expect(talks).toBeHidden()
        await expect(page.getByRole('region', { name: 'Talks' })).toContainText('Looms in production')
        await page.getByRole('button', { name: 'Edit profile' }).click()
        const profile = page.getByRole('dialog', { name: 'Edit profile' })
        await profile.getByLabel('Bio').fill('Ten years of looms')
        await hasNoFaults(page)
        await profile.getByRole('button', { name: 'Save Changes' }).click()
        await expect(profile).toBeHidden()
        await expect(page.locator('.portfolio-bio')).toHaveText('Ten years of looms')
        await callAs(page, 'PUT', '/api/users/me/talks', { talks: [] })
        await callAs(page, 'POST', '/api/settings/update', { bio: '' })
      })

      await test.step('members reach the feed', async () => {
        await page.locator('a[href="/posts"]').filter({ visible: true }).first().click()
        await expect(page).toHaveURL('/posts')
        await page.getByRole('link', { name: 'Popular' }).click()
        await expect(page).toHaveURL('/posts?type=popular')
        await hasNoFaults(page)
      })

      await test.step('visitors without JavaScript', async () => {
        const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
        const reader = await context.newPage()
        await reader.goto('/')
        await expect(reader.getByText('I weave programs')).toBeVisible()
        expect((await reader.goto('/posts'))!.status()).toBe(200)
        await context.close()
      })

      const feed = page.getByRole('switch', { name: 'Feed' })
      await test.step('the feed can then be turned off', async () => {
        await page.goto('/admin/settings')
        await feed.click()
        await saveSettings(page)
        await expect(page.locator('a[href="/posts"]')).toHaveCount(0)
        expect((await page.goto('/posts'))!.status()).toBe(404)
      })

      await page.goto('/admin/settings')
      await page.getByRole('radio', { name: 'Feed' }).check()
      await expect(feed).toBeChecked()
      await expect(feed).toBeDisabled()
      await hasNoFaults(page)
      await saveSettings(page)
      expect((await page.goto('/posts'))!.status()).toBe(404)

      await test.step('only visitors see the cover above the feed', async () => {
        for (const isMember of [false, true]) {
          const context = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
          const reader = await context.newPage()
          if (isMember) await signIn(reader, 'keeper')
          await reader.goto('/')
          const cover = reader.locator('.feed-cover-picture')
          await expect(cover).toBeVisible({ visible: !isMember })
          if (!isMember) {
            await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
            await hasNoFaults(reader)
          }
          await context.close()
        }
      })
      await page.goto('/admin/settings')
      await page.getByRole('button', { name: 'Remove cover' }).click()
      await saveSettings(page)
    },
  )

  test('an administrator makes this a personal site, which has no list of members and no registration', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, 'keeper')
    await page.goto('/admin/settings')
    await page.getByRole('button', { name: 'Make this a personal site' }).click()
    await expect(page.getByRole('radio', { name: 'Portfolio' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Members', exact: true })).not.toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Who can register' })).toHaveValue('closed')
    await expect(page.getByRole('button', { name: 'Make this a personal site' })).toHaveCount(0)
    await hasNoFaults(page)
    await saveSettings(page)

    const context = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
    const visitor = await context.newPage()
    await visitor.goto('/')
    await expect(visitor.getByRole('heading', { level: 1, name: 'keeper Example' })).toBeVisible()
    await expect(visitor.locator('a[href="/members"]')).toHaveCount(0)
    await expect(visitor.locator('a[href*="tab=register"]')).toHaveCount(0)
    await hasNoFaults(visitor)
    expect((await visitor.goto('/members'))!.status()).toBe(404)
    await visitor.goto('/login?tab=register')
    await expect(visitor.getByText('Registration is closed on this site.')).toBeVisible()
    await context.close()

    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Feed' }).check()
    await page.getByRole('switch', { name: 'Members', exact: true }).click()
    await page.getByRole('combobox', { name: 'Who can register' }).selectOption('open')
    await saveSettings(page)
  })
})

/** Returns the element's preferred font, without its fallbacks. */
const fontOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]!.replaceAll('"', ''))

test(
  'an administrator chooses a typeface, a density, and colors for code, and sees them before saving',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'keeper')
    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Editorial' }).check()
    await page.getByRole('radio', { name: 'Compact' }).check()
    await page.getByRole('radio', { name: 'Dracula' }).check()
    expect(await fontOf(page, '.preview-heading')).toBe('Source Serif 4')
    expect(await backgroundOf(page, '.preview-window.dark .preview-code')).toBe('rgb(40, 42, 54)')
    await hasNoFaults(page)
    expect(await fontOf(page, 'body')).toBe('Schibsted Grotesk')
    await saveSettings(page)

    const fonts: string[] = []
    // In the same context, Chromium may also report the built-in font, although it only reads it from the memory cache.
    const context = await browser.newContext({ baseURL: baseURL! })
    const visitor = await context.newPage()
    visitor.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
    })
    await visitor.goto('/')
    expect(await fontOf(visitor, 'body')).toBe('Source Sans 3')
    await visitor.evaluate(() => document.fonts.ready)
    expect(fonts.length).toBeGreaterThan(0)
    // Code on the page has its own typeface.
    expect(fonts.filter((path) => !/\/assets\/(?:fonts\/source-s|jetbrains-mono)/.test(path))).toEqual([])
    await hasNoFaults(visitor)
    await context.close()

    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Grotesk' }).check()
    await page.getByRole('radio', { name: 'Comfortable' }).check()
    await page.getByRole('radio', { name: 'Devstead', exact: true }).last().check()
    await saveSettings(page)
    await expect(page.locator('link[href^="/site.css"]')).toHaveCount(0)
  },
)

test.describe('custom CSS', () => {
  test.use({ expectedFaults: ['400 (Bad Request)'] })

  test('an administrator adds CSS, which does not apply to the page where it is edited', async ({ page }) => {
    await signIn(page, 'keeper')
    await page.goto('/admin/settings')
    const field = page.getByRole('textbox', { name: 'CSS' })
    await field.fill('body { display: none }\n@import "https://other.example/x.css";')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Line 2: @import is not allowed.').first()).toBeVisible()
    await hasNoFaults(page)
    await field.fill('body { outline: 3px solid rgb(1, 2, 3) }')
    await saveSettings(page)
    const outline = () => page.locator('body').evaluate((body) => getComputedStyle(body).outlineColor)
    expect(await outline()).not.toBe('rgb(1, 2, 3)')

    await test.step('the CSS is applied and removed when navigating', async () => {
      await page.goto('/')
      expect(await outline()).toBe('rgb(1, 2, 3)')
      await page.goto('/settings')
      await page.getByRole('link', { name: 'Site settings' }).click()
      await expect(field).toBeVisible()
      expect(await outline()).not.toBe('rgb(1, 2, 3)')
      await page.getByRole('link', { name: 'Back to Settings' }).click()
      await expect.poll(outline).toBe('rgb(1, 2, 3)')
    })

    await page.goto('/admin/settings')
    await field.fill('')
    await saveSettings(page)
    await page.goto('/')
    await expect(page.locator('link[href^="/custom.css"]')).toHaveCount(0)
  })
})
