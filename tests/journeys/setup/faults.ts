import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The sum of all layout shifts without recent input. */
    layoutShift: number
  }
}

/** Collects the errors that the browser reports on the page from now on: from scripts, the console, the Content
 *  Security Policy, and failed requests. */
export async function watchFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.text().startsWith('Unhandled promise rejection')
    if (isFault) faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.url()}`)
  })
  await page.addInitScript(countLayoutShift)
  return faults
}

/** Returns the layout shift since the page was opened: 0 means none; 1 means the whole screen. */
export const layoutShiftOf = (page: Page): Promise<number> => page.evaluate(() => window.layoutShift)

function countLayoutShift(): void {
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!shift.hadRecentInput) window.layoutShift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
