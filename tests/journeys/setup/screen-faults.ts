import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no accessibility faults on the screen as it is, and no sideways scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWider, 'scrolls sideways').toBe(false)
}

/** Runs axe on the screen, by default with all its rules. */
export async function accessibilityFaults(page: Page, ...rules: string[]): Promise<string[]> {
  // Without legacy mode axe opens a second page for its result. All our frames but players are of the same origin.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
