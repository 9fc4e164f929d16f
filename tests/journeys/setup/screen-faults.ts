import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openUntilQuiet } from './open-until-quiet.ts'

/** Expects the current state of the screen to have no accessibility violations and no horizontal scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWider, 'scrolls horizontally').toBe(false)
}

/** Expects the same of each path, in the light theme on the desktop and in the dark theme on the phone. */
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
  // Without legacy mode, axe opens a second page for its result. All frames except players have the same origin.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
