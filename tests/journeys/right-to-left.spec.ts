import { expect, type Locator } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'
import { turnRightToLeft } from './setup/right-to-left.ts'
import { expectNoHorizontalScroll } from './setup/screen-faults.ts'

const withHeading = ['/blog', '/projects', '/members', '/search?q=words', '/settings', '/notifications']

test(
  'screens are mirrored in right-to-left languages and do not scroll sideways',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await signUp(page, 'from-the-right')
    const text = { content: `${'Words. '.repeat(300)}\n\n\`\`\`js\nlet a = 1\n\`\`\``, categoryId: 1 }
    const post = await callAs<{ id: number }>(page, 'POST', '/api/posts', text)
    await callAs(page, 'POST', '/api/posts', { ...text, title: 'An article', isLongForm: true })

    for (const path of ['/', `/post/${post.id}`, '/profile', '/livestream', '/blog/create', ...withHeading]) {
      await test.step(path, async () => {
        await openUntilQuiet(page, path)
        const heading = withHeading.includes(path) ? page.getByRole('heading', { level: 1 }) : page.getByRole('main')
        const offset = (await edgesOf(heading)).left - (await edgesOf(page.getByRole('main'))).left
        await turnRightToLeft(page)

        await expectNoHorizontalScroll(page)
        const { right } = await edgesOf(page.getByRole('main'))
        expect(right - (await edgesOf(heading)).right).toBeCloseTo(offset, 0)
        if (!isMobile) expect((await edgesOf(page.locator('.side-bar'))).left).toBeCloseTo(right, 0)
      })
    }

    await test.step('menus and arrows', async () => {
      await openUntilQuiet(page, '/')
      await turnRightToLeft(page)
      await expect(page.locator('.icon:has([href$="#arrow-right"])').first()).toHaveCSS('scale', '-1 1')
      const button = page.getByRole('button', { name: 'Post options' }).first()
      await button.click()
      expect((await edgesOf(page.getByRole('menu'))).left).toBeCloseTo((await edgesOf(button)).left, 0)
    })
    if (!isMobile) return
    await test.step('drawer', async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      expect((await edgesOf(page.locator('.side-bar'))).left).toBe(0)
    })
  },
)

/** Returns the horizontal position of an element. */
async function edgesOf(element: Locator): Promise<{ left: number; right: number }> {
  const { x, width } = (await element.boundingBox())!
  return { left: x, right: x + width }
}
