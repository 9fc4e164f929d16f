import { setTimeout as sleep } from 'node:timers/promises'
import axe, { type RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const frameLimitMs = 1000

/** axe with `color` as the color of text. It prefers `-webkit-text-fill-color`, for which Chromium returns the color
 *  before the replacement by forced colors (dequelabs/axe-core#3978). No stylesheet here sets that property. */
const axeSource = axe.source.replaceAll('-webkit-text-fill-color', 'color')

/** Returns the accessibility violations on the screen in its current state, and whether it scrolls horizontally. */
export async function faultsOn(page: Page): Promise<string[]> {
  const faults = await violationsOn(page)
  return (await scrollsHorizontally(page)) ? [...faults, 'scrolls horizontally'] : faults
}

/** Reports whether the screen scrolls horizontally. */
export const scrollsHorizontally = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Returns texts without enough contrast in forced colors, which stay on: turning them off takes as long as axe. */
export async function forcedColorFaultsOn(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = await violationsOn(page, ['color-contrast'])
  return faults.map((fault) => `in forced colors, ${fault}`)
}

/** Runs axe: all rules or only these. */
async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  await Promise.all(page.frames().map((frame) => addAxe(frame)))
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Rules that are on by default need media, but not the text of stylesheets.
    preload: { assets: ['media'] },
    ...(rules && { runOnly: rules }),
  }
  return await page.evaluate(runAxe, options)
}

/** Runs in the page. */
async function runAxe(options: RunOptions): Promise<string[]> {
  const { violations } = await window.axe.run(options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Adds axe to a frame that does not have it yet. A frame that does not respond, such as a player without a connection,
 *  is not checked. */
async function addAxe(frame: Frame): Promise<void> {
  const adding = frame.evaluate(() => 'axe' in window).then((isThere) => isThere || frame.evaluate(axeSource))
  await (frame.parentFrame() ? Promise.race([adding, sleep(frameLimitMs)]).catch(() => {}) : adding)
}
