import { type Browser, type BrowserContextOptions, chromium } from 'playwright'
import { openUntilQuiet } from '#tests/journeys/setup/open-until-quiet.ts'
import { turnRightToLeft } from '#tests/journeys/setup/right-to-left.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { chromiumArgs, findChromium } from '../chromium.ts'
import { demoSettings, sessionKey, signInToDemo, signUpToDemo, startDemoSite } from '../demo-site.ts'
import type { Screen, Viewer } from './screens.ts'

/** A size and a theme in which screens are shown. */
export interface Look {
  name: string
  options: BrowserContextOptions
}

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

export const looks: Look[] = Object.entries(sizes).flatMap(([size, options]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${size}-${colorScheme}`,
    options: { ...options, colorScheme },
  })),
)

/** Takes pictures of a site with the demo's content and of an empty one. */
export interface Photographer {
  /** Takes a picture of the whole page. */
  takeAll(screen: Screen, look: Look): Promise<Buffer>
  /** Takes a picture of the first viewport, without anything that depends on the time of day. */
  takeStable(screen: Screen, look: Look): Promise<Buffer>
  stop(): Promise<void>
}

/** Hides what depends on the current time, and keeps its space. */
const stableStyle = `
  time, [role=timer], iframe, video { visibility: hidden !important }
  * { caret-color: transparent !important; scrollbar-width: none !important }`

interface Conditions {
  /** Whether to show every screen from right to left, in made-up Arabic. */
  isRightToLeft?: boolean
  /** The browser's language, English by default. */
  language?: string | undefined
  hasForcedColors?: boolean
}

export async function startPhotographer(conditions: Conditions = {}): Promise<Photographer> {
  const filled = await startDemoSite()
  const { dataDir, remove } = temporaryDataDir()
  const empty = await startSite(dataDir, demoSettings)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

  const take = async (screen: Screen, look: Look, { fullPage = false, style = '' }) => {
    const site = screen.isFilled ? filled : empty
    const page = await openAs(browser, site, screen.viewer, { ...look.options, ...optionsFor(conditions) })
    try {
      await openUntilQuiet(page, screen.path)
      await screen.prepare?.(page)
      if (conditions.isRightToLeft) await turnRightToLeft(page)
      await page.evaluate(applyStyle, style)
      return await page.screenshot({ animations: 'disabled', fullPage })
    } finally {
      await page.context().close()
    }
  }
  return {
    takeAll: (screen, look) => take(screen, look, { fullPage: !screen.prepare }),
    takeStable: (screen, look) => take(screen, look, { style: stableStyle }),
    async stop() {
      await browser.close()
      await Promise.all([filled.stop(), empty.stop()])
      remove()
    },
  }
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

async function openAs(browser: Browser, site: RunningSite, viewer: Viewer, options: BrowserContextOptions) {
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
    const session = await sessionOf(site, viewer)
    await context.addInitScript(([key, text]) => localStorage.setItem(key!, text!), [sessionKey, session])
  }
  return page
}

const sessions = new Map<Viewer, Promise<string>>()

/** Returns the stored form of a viewer's session, which is shared by all pictures. */
function sessionOf(site: RunningSite, viewer: Exclude<Viewer, 'visitor'>): Promise<string> {
  const known = sessions.get(viewer) ?? signIns[viewer](site)
  sessions.set(viewer, known)
  return known
}

const signIns = {
  owner: (site: RunningSite) => signInToDemo(site, 'mirela'),
  member: (site: RunningSite) => signInToDemo(site, 'tunde'),
  newcomer: signUpToDemo,
}
