import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openUntilQuiet } from './open-until-quiet.ts'

/** Expects no accessibility faults on the screen as it is, and no sideways scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWider, 'scrolls sideways').toBe(false)
}

/** Expects the same of each path. The desktop shows them in light colors, the phone in dark ones. */
export async function checkScreens(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openUntilQuiet(page, path)
      await hasNoFaults(page)
    })
  }
}

/** Runs axe on the screen. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // Without legacy mode axe opens a second page for its result. Our frames have the same origin, except for players.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
