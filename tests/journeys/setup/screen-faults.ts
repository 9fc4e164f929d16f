import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openUntilQuiet } from './open-until-quiet.ts'

type ColorScheme = 'light' | 'dark' | 'no-preference' | null

/** Expects no accessibility faults on the screen as it is, and no sideways scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWider, 'scrolls sideways').toBe(false)
}

/** Expects the same of each path, and readable colors in the other color scheme too. */
export async function checkScreens(page: Page, colorScheme: ColorScheme, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openUntilQuiet(page, path)
      await hasNoFaults(page)
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
      expect(await accessibilityFaults(page, 'color-contrast')).toEqual([])
      await page.emulateMedia({ colorScheme })
    })
  }
}

/** Runs axe on the screen, by default with all its rules. */
async function accessibilityFaults(page: Page, ...rules: string[]): Promise<string[]> {
  // Without legacy mode axe opens a second page for its result. Our frames have the same origin, except for players.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
