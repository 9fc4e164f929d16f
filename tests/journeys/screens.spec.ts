import { expect, type Locator } from '@playwright/test'
import { markdownSample } from '../support/markdown-sample.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.describe.configure({ mode: 'parallel' })

test(
  'buttons have touch targets larger than their visible size, but not larger mouse targets',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await signUp(page, 'fingers')
    await callAs(page, 'POST', '/api/posts', { content: 'Something to like.', categoryId: 1 })
    await page.goto('/')
    const isFoundAbove = await page
      .getByRole('button', { name: /^Like/ })
      .first()
      .evaluate((button) => {
        button.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2 - 21))
      })
    expect(isFoundAbove).toBe(isMobile)

    // Bars do not cover the focused element.
    await Promise.all(
      [1, 2, 3].map(() => callAs(page, 'POST', '/api/posts', { content: markdownSample, categoryId: 1 })),
    )
    await page.goto('/')
    const links = page.getByRole('article').getByRole('link')
    for (const link of [...(await links.all()), ...(await links.all()).toReversed()]) {
      await link.focus()
      expect(await link.evaluate(isCovered)).toBe(false)
    }
  },
)

/** Reports whether a bar at the top or the bottom of the screen covers the element. */
function isCovered(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const covers = (bar: Element) => {
    const area = bar.getBoundingClientRect()
    return area.height > 0 && area.top < bottom && area.bottom > top
  }
  return [...document.querySelectorAll('.top-bar, .tab-bar')].some(covers)
}

test('switches, tabs, and progress bars show their state in forced colors', async ({ page }) => {
  await signUp(page, 'contrast')
  await page.emulateMedia({ forcedColors: 'active' })

  await page.goto('/settings/notifications')
  const chosen = page.getByRole('switch').first()
  const before = await pictureOf(chosen)
  await chosen.click()
  expect(await pictureOf(chosen)).not.toBe(before)

  await page.goto('/?type=popular')
  const tab = page.getByRole('link', { name: 'Popular', exact: true })
  const selected = await pictureOf(tab)
  await page.goto('/')
  expect(await pictureOf(tab)).not.toBe(selected)

  await callAs(page, 'POST', '/api/sponsor-goals', { title: 'A day a week', amount: 40, current: 20 })
  await page.goto('/sponsorship')
  const goal = page.getByRole('progressbar').first()
  const half = await pictureOf(goal)
  await goal.evaluate((bar: HTMLProgressElement) => (bar.value = 100))
  expect(await pictureOf(goal)).not.toBe(half)
})

test('primary buttons are readable in forced colors if the theme differs from the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).hover()
  await hasNoFaults(page)
})

/** Returns a screenshot of the element, which the pointer does not touch. */
async function pictureOf(element: Locator): Promise<string> {
  await element.page().mouse.move(0, 0)
  return (await element.screenshot()).toString('base64')
}
