import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Page } from 'playwright'

/** axe with `color` as the color of text. It prefers `-webkit-text-fill-color`, for which Chromium returns the color
 *  before the replacement by forced colors (dequelabs/axe-core#3978). No stylesheet here sets that property. */
const axeSource = axe.source.replaceAll('-webkit-text-fill-color', 'color')

/** Returns the accessibility violations on the screen in its current state, and whether it scrolls horizontally. */
export async function faultsOn(page: Page): Promise<string[]> {
  const faults = await violationsOn(page)
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  return isWider ? [...faults, 'scrolls horizontally'] : faults
}

/** Returns texts without enough contrast in forced colors. */
export async function forcedColorFaultsOn(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = await violationsOn(page, ['color-contrast'])
  await page.emulateMedia({ forcedColors: null })
  return faults.map((fault) => `in forced colors, ${fault}`)
}

/** Runs axe: all rules or only these. */
async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  // Without legacy mode, axe opens a second page for its result. All frames except players have the same origin.
  const builder = new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
