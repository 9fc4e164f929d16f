import { type Browser, expect, type Page } from '@playwright/test'
import { layoutShiftOf } from './setup/faults.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'

const filler = 'Words that fill the page so that there is something to scroll past. '.repeat(25)
const code = 'const a = "<b>"\n\tb()\n'
const sections = ['Where it begins', 'Größe & <more>', 'What follows', 'The end']
const content = [
  `An article[^1] with [a link](https://example.com/away).\n\n\`\`\`ts\n${code}\`\`\``,
  ...sections.map((name) => `## ${name}\n\n${filler}`),
  '[^1]: And a footnote.',
].join('\n\n')

let path = ''

test.beforeAll(async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url })
  await signUp(page, 'essayist')
  const article = { title: 'An article to walk through', content, categoryId: 1, isLongForm: true }
  await callAs(page, 'POST', '/api/posts', article)
  path = '/blog/an-article-to-walk-through'
  await page.close()
})

/** Returns the expanded table of contents for this viewport width. */
async function contentsOf(page: Page) {
  await expect(page.locator('.post-article .prose')).toBeVisible()
  const fold = page.locator('details.contents-fold')
  if (await fold.isVisible()) await fold.locator('summary').click()
  return page.getByRole('navigation', { name: 'On this page' }).filter({ visible: true })
}

/** Returns the heading's distance from the top of the window, in pixels. */
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading.getBoundingClientRect().top)

/** Expects the heading to be just below any elements fixed at the top of the window. */
const expectAtTop = (page: Page, name: string) =>
  expect(async () => {
    const top = await topOf(page, name)
    expect(top).toBeGreaterThanOrEqual(56)
    expect(top).toBeLessThan(150)
  }).toPass()

test(
  'the table of contents links to the sections, and the Back button returns',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('link', { name: 'An article to walk through' }).first().click()
    await page.waitForURL(path)
    const contents = await contentsOf(page)
    await expect(contents.getByRole('link')).toHaveText(sections)
    await contents.getByRole('link', { name: 'What follows' }).click()
    await expectAtTop(page, 'What follows')
    expect(new URL(page.url()).hash).toBe('#h-what-follows')
    await page.goBack()
    await expect.poll(() => topOf(page, 'What follows')).toBeGreaterThan(400)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('An article to walk through')
    await page.goForward()
    await expectAtTop(page, 'What follows')
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/blog')
  },
)

test('the table of contents is next to the text on a wide screen and highlights the current section', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  const contents = await contentsOf(page)
  await expect(contents.locator('[aria-current]')).toHaveCount(0)
  await page.getByRole('heading', { name: 'What follows' }).evaluate((heading) => heading.scrollIntoView())
  await expect(contents.locator('[aria-current]')).toHaveText('What follows')
  await expect(contents).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(contents.locator('[aria-current]')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Control+End')
  await expect(contents.locator('[aria-current]')).toHaveText('The end')
})

test(
  'a URL with a fragment opens at that section and does not scroll away, without layout shifts',
  { tag: '@phone' },
  async ({ page }) => {
    await openUntilQuiet(page, `${path}#h-größe-more`)
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(1)
    await expectAtTop(page, 'Größe & <more>')
    expect(await layoutShiftOf(page)).toBe(0)
    await openUntilQuiet(page, path)
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(1)
    expect(await layoutShiftOf(page)).toBe(0)
  },
)

test(
  'links to sections and footnotes work without JavaScript',
  { tag: '@phone' },
  async ({ browser, site, isMobile }) => {
    const page = await openWithoutScripts(browser, site.url, isMobile)
    await page.goto(path)
    const contents = await contentsOf(page)
    await contents.getByRole('link', { name: 'The end' }).click()
    await expect(page.getByRole('heading', { name: 'The end' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0)
    await page.goto(path)
    await page.getByRole('link', { name: 'Footnote 1' }).click()
    await expect(page.getByText('And a footnote.')).toBeInViewport()
    await page.getByRole('link', { name: 'Back to reference 1' }).click()
    await expect(page.getByRole('link', { name: 'Footnote 1' })).toBeInViewport()
    await page.context().close()
  },
)

const openWithoutScripts = async (browser: Browser, baseURL: string, isMobile: boolean) => {
  const viewport = isMobile ? { width: 390, height: 844 } : { width: 1440, height: 900 }
  return (await browser.newContext({ javaScriptEnabled: false, baseURL, viewport })).newPage()
}

test('heading links can receive focus, and code is copied unchanged', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(path)
  await page.locator('.code pre').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.code [role=status]')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.trimEnd())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Link to this section: Where it begins' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#h-where-it-begins$/)
})

test('prints only the article in dark text on white, with its links’ URLs', async ({ page }) => {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    '.side-bar',
    '.top-bar',
    '.tab-bar',
    '.contents-aside',
    '.contents-fold',
    '.code-copy',
    '.toasts',
  ])
    await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('button').filter({ visible: true })).toHaveCount(0)
  const styles = await page.getByRole('link', { name: 'a link' }).evaluate((link) => ({
    after: getComputedStyle(link, '::after').content,
    ink: getComputedStyle(document.querySelector('.prose')!).color,
    wraps: getComputedStyle(document.querySelector('.code pre')!).whiteSpace,
    width: document.documentElement.scrollWidth - innerWidth,
  }))
  expect(styles).toEqual({
    after: '" (https://example.com/away)"',
    ink: 'rgb(26, 25, 22)',
    wraps: 'pre-wrap',
    width: 0,
  })
})

test('breaks a very long word in a title, and right-aligns an Arabic title', { tag: '@phone' }, async ({ page }) => {
  await signUp(page, 'titles')
  const publish = (title: string) =>
    callAs<{ id: number }>(page, 'POST', '/api/posts', { title, content: filler, categoryId: 1, isLongForm: true })
  const endless = await publish('W'.repeat(120))
  for (const address of [`/post/${endless.id}`, `/post/${endless.id}/versions`, `/post/${endless.id}/versions/1`]) {
    await page.goto(address)
    await expect(page.getByText('W'.repeat(120)).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  const arabic = await publish('مرحبا بالعالم')
  await page.goto(`/post/${arabic.id}`)
  const gap = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const words = document.createRange()
    words.selectNodeContents(heading)
    return heading.parentElement!.getBoundingClientRect().right - words.getBoundingClientRect().right
  })
  expect(Math.abs(gap)).toBeLessThan(4)
})
