import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { sessionKey } from '../scripts/demo-site.ts'

export type Device = BrowserContextOptions

export const phone: Device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop: Device = { viewport: { width: 1440, height: 900 } }

export interface PageOptions {
  /** The site's URL. */
  url: string
  /** The session of the member who is signed in, as the browser stores it. */
  session: string
  device: Device
}

/** Opens an empty page in a browser profile of its own, in which a member is signed in. */
export async function openPage(browser: Browser, { url, session, device }: PageOptions) {
  const context = await browser.newContext({ ...device, baseURL: url, locale: 'en-US', serviceWorkers: 'block' })
  await context.addInitScript(storeSession, [sessionKey, session] as const)
  const page: Page = await context.newPage()
  return { page, close: () => context.close() }
}

/** Opens a page for `use` and closes it afterward. */
export async function withPage<T>(browser: Browser, options: PageOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const { page, close } = await openPage(browser, options)
  try {
    return await use(page)
  } finally {
    await close()
  }
}

function storeSession([key, text]: readonly [string, string]): void {
  if (window === top) localStorage.setItem(key, text) // embedded players may have no storage
}
