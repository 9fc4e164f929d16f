import { expect, type Page, test } from '@playwright/test'
import { faultsOn, scrollsHorizontally } from '../../support/screen-faults.ts'
import { openUntilQuiet } from './open-until-quiet.ts'

/** Expects the current state of the screen to have no accessibility violations and no horizontal scrolling. */
export async function hasNoFaults(page: Page): Promise<void> {
  expect(await faultsOn(page)).toEqual([])
}

/** Expects the screen not to scroll horizontally. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(await scrollsHorizontally(page)).toBe(false)
}

/** Expects no faults on each path, in the light theme on the desktop and in the dark theme on the phone. */
export async function checkScreens(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await openUntilQuiet(page, path)
      await hasNoFaults(page)
    })
  }
}
