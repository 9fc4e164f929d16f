import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { openUntilQuiet } from '#tests/journeys/setup/open-until-quiet.ts'
import { watchFaults } from '#tests/journeys/setup/faults.ts'
import { turnRightToLeft } from '#tests/journeys/setup/right-to-left.ts'
import { faultsOn, forcedColorFaultsOn, scrollsHorizontally } from '#tests/support/screen-faults.ts'
import { chromiumArgs, findChromium } from '../chromium.ts'
import { sessionKey } from '../demo-site.ts'
import { type Screen, showsError } from './screens.ts'
import { createSites, type OpenSite, type Viewer } from './sites.ts'

/** A size and a theme in which screens are shown. */
export interface Look {
  name: string
  options: BrowserContextOptions
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }
export const phoneDark: Look = { name: 'phone-dark', options: { ...phone, colorScheme: 'dark' } }
export const desktopLight: Look = { name: 'desktop-light', options: { ...desktop, colorScheme: 'light' } }

export const looks: Look[] = [
  { name: 'phone-light', options: { ...phone, colorScheme: 'light' } },
  phoneDark,
  desktopLight,
  { name: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' } },
]

/** Takes pictures of screens. */
export interface Photographer {
  /** Takes a picture of the whole page. */
  takeAll(screen: Screen, look: Look): Promise<Buffer>
  /** Takes a picture of the first viewport, without anything that depends on the time of day. */
  takeStable(screen: Screen, look: Look): Promise<Buffer>
  /** Returns the errors that the browser reports, and accessibility violations, also in forced colors. */
  faultsOf(screen: Screen, look: Look): Promise<string[]>
  stop(): Promise<void>
}

/** Hides what depends on the current time, and keeps its space. */
const stableStyle = `
  time, [role=timer], iframe, video { visibility: hidden !important }
  * { caret-color: transparent !important; scrollbar-width: none !important }`

/** The browser reports responses that only screens of errors may receive. */
const isRefusal = /status of 4\d\d/

interface Conditions {
  /** Whether to show every screen from right to left, in made-up Arabic. */
  isRightToLeft?: boolean
  /** The browser's language, English by default. */
  language?: string | undefined
  hasForcedColors?: boolean
}

export async function startPhotographer(conditions: Conditions = {}): Promise<Photographer> {
  const sites = createSites()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

  /** Opens the screen, and closes it after the action. */
  async function show<Result>(
    screen: Screen,
    look: Look,
    action: (page: Page, reported: string[]) => Promise<Result>,
  ): Promise<Result> {
    const site = await sites.open(screen.site)
    const page = await openAs(browser, site, screen.viewer, { ...look.options, ...optionsFor(conditions) })
    const reported = await watchFaults(page)
    try {
      await openUntilQuiet(page, await pathOf(screen, site))
      if (screen.lateContent) await page.locator(screen.lateContent).waitFor()
      await screen.prepare?.(page)
      if (conditions.isRightToLeft) await turnRightToLeft(page)
      return await action(page, reported)
    } finally {
      await page.context().close()
    }
  }
  return {
    takeAll: (screen, look) => show(screen, look, (page) => take(page, { fullPage: !screen.prepare })),
    takeStable: (screen, look) => show(screen, look, (page) => take(page, { style: stableStyle })),
    faultsOf: (screen, look) =>
      show(screen, look, async (page, reported) => [
        ...reported.filter((fault) => !(isRefusal.test(fault) && showsError(screen))),
        ...(await faultsOn(page)),
        ...(await forcedColorFaultsOn(page)),
        ...(await narrowFaultsOn(page)),
      ]),
    async stop() {
      await browser.close()
      await sites.stop()
    },
  }
}

/** Reports whether the screen scrolls horizontally when it is as narrow as a phone. On the desktop, styles for touch
 *  screens do not apply even then. */
async function narrowFaultsOn(page: Page): Promise<string[]> {
  await page.setViewportSize(phone.viewport)
  await page.evaluate(drawTwoFrames)
  return (await scrollsHorizontally(page)) ? ['scrolls horizontally on a phone'] : []
}

/** Runs in the page. Components that measure their size change the layout one frame after the window’s size. */
const drawTwoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

async function pathOf({ path, params }: Screen, site: OpenSite): Promise<string> {
  const values = (await params?.(site)) ?? {}
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name]))
}

async function take(page: Page, { fullPage = false, style = '' }): Promise<Buffer> {
  await page.evaluate(applyStyle, style)
  return await page.screenshot({ animations: 'disabled', fullPage })
}

/** Adds a style sheet, which the site's Content Security Policy allows only through this interface, and waits for the
 *  fonts. */
async function applyStyle(style: string): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
  await document.fonts.ready
}

const optionsFor = ({ language = 'en-US', hasForcedColors = false }: Conditions): BrowserContextOptions => ({
  locale: language,
  forcedColors: hasForcedColors ? 'active' : 'none',
})

async function openAs(browser: Browser, site: OpenSite, viewer: Viewer, options: BrowserContextOptions) {
  const context = await browser.newContext({
    ...options,
    baseURL: site.url,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  if (viewer !== 'visitor') {
    const session = await site.sessionOf(viewer)
    await context.addInitScript(storeSession, [sessionKey, session])
  }
  return page
}

/** Sandboxed frames have no storage. */
function storeSession([key, session]: string[]): void {
  if (self === top) localStorage.setItem(key!, session!)
}
