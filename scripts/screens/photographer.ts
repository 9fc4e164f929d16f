import { type Browser, type BrowserContextOptions, chromium } from 'playwright'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { openUntilQuiet } from '#tests/journeys/setup/open-until-quiet.ts'
import { turnRightToLeft } from '#tests/journeys/setup/right-to-left.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { chromiumArgs, findChromium } from '../chromium.ts'
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

/** `isRightToLeft`: whether to show every screen from right to left, in made-up Arabic. */
export async function startPhotographer({ isRightToLeft = false } = {}): Promise<Photographer> {
  const folders = [temporaryDataDir(), temporaryDataDir()]
  const settings = { BACKUPS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const run = [process.execPath, 'scripts/run.mjs', 'start'] as const
  const filled = await startSite(folders[0]!.dataDir, settings, [...run, '--demo'])
  const empty = await startSite(folders[1]!.dataDir, settings)
  while (!filled.output().includes('The demo is ready')) await new Promise((resolve) => setTimeout(resolve, 100))
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

  const take = async (screen: Screen, look: Look, { fullPage = false, style = '' }) => {
    const site = screen.isFilled ? filled : empty
    const page = await openAs(browser, site, screen.viewer, look)
    try {
      await openUntilQuiet(page, screen.path)
      await screen.prepare?.(page)
      if (isRightToLeft) await turnRightToLeft(page)
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
      for (const { remove } of folders) remove()
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

async function openAs(browser: Browser, site: RunningSite, viewer: Viewer, look: Look) {
  const context = await browser.newContext({
    ...look.options,
    baseURL: site.url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  if (viewer !== 'visitor') {
    const session = await signIn(site, viewer === 'owner' ? 'mirela' : 'tunde')
    await context.addInitScript((text) => localStorage.setItem('supabase_auth_token', text), session)
  }
  return page
}

const sessions = new Map<string, Promise<string>>()

/** Returns the stored form of a member's session, which is shared by all pictures. */
function signIn(site: RunningSite, username: string): Promise<string> {
  const known = sessions.get(username) ?? requestSession(site, username)
  sessions.set(username, known)
  return known
}

async function requestSession(site: RunningSite, username: string): Promise<string> {
  const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${username}@devstead.example`, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`${username} could not sign in: ${await response.text()}`)
  return response.text()
}
