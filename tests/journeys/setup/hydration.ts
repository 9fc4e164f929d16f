import type { Page } from '@playwright/test'

/** Makes `goto` and `reload` wait until React has hydrated the page, because clicks before that are lost. */
export function waitForHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...args) => {
    const response = await goto(...args)
    await page.waitForFunction(isHydrated)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await page.waitForFunction(isHydrated)
    return response
  }
}

/** Returns whether React has set its marker on its root element. Also makes pages load their scripts if they wait for the
 *  visitor to do something. A page without that element has no scripts. */
export function isHydrated(): boolean {
  dispatchEvent(new Event('scroll'))
  const root = document.getElementById('root')
  return !root || Object.keys(root).some((key) => key.startsWith('__react'))
}
