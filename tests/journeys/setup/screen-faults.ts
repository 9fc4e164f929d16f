import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { openUntilQuiet } from './open-until-quiet.ts'

/** axe with `color` as the color of text. It prefers `-webkit-text-fill-color`, for which Chromium returns the color
 *  before the replacement by forced colors (dequelabs/axe-core#3978). No stylesheet here sets that property. */
const axeSource = axe.source.replaceAll('-webkit-text-fill-color', 'color')

/** Expects the current state of the screen to have no accessibility violations, also in forced colors, and no horizontal
 *  scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await accessibilityFaults(page, ['color-contrast']), 'in forced colors').toEqual([])
  await page.emulateMedia({ forcedColors: null })
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

/** Runs axe on the screen: all rules or only these. */
async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  // Without legacy mode, axe opens a second page for its result. All frames except players have the same origin.
  const builder = new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
