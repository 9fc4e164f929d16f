import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { openUntilQuiet } from '#tests/journeys/setup/open-until-quiet.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
import { signInToDemo, startDemoSite } from '../scripts/demo-site.ts'
import { desktop, type PageOptions, phone, withPage } from './browser-pages.ts'
import { throttle } from './interactions.ts'
import type { Row } from './row.ts'

declare global {
  interface Window {
    shifts: { value: number; sources: string[] }[]
  }
  /** Not declared by TypeScript yet. Source: https://wicg.github.io/layout-instability/ */
  class LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
}

const memberPaths = [
  '/',
  '/?type=following',
  '/blog',
  '/blog/dark-mode-is-a-second-colour-system-not-an-inversion',
  '/blog/create',
  '/post/12',
  '/profile/mirela',
  '/profile/tunde',
  '/projects',
  '/projects/1',
  '/search?q=postgres',
  '/members',
  '/guestbook',
  '/notifications',
  '/settings',
  '/settings/account',
  '/settings/notifications',
  '/livestream',
  '/livestream/2',
  '/sponsor',
  '/sponsorship',
]
const ownerPaths = [
  '/',
  '/admin',
  '/admin/settings',
  '/admin/comments',
  '/admin/members',
  '/admin/jobs',
  '/livestreams/manage',
]

/** Lighthouse's slow 4G: 150 ms per round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** Measures how much the layout of a signed-in member's screens shifts while they load and scroll, at 4× slowdown on a
 *  slow network. */
export async function measureLayoutShift(): Promise<Row[]> {
  const site = await startDemoSite()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const [member, owner] = [await signInToDemo(site, 'tunde'), await signInToDemo(site, 'mirela')]
    const visits = [
      ...memberPaths.map((path) => ({ path, session: member })),
      ...ownerPaths.map((path) => ({ path, session: owner })),
    ]
    const rows: Row[] = []
    for (const [size, device] of Object.entries({ phone, desktop })) {
      const found: Found[] = []
      for (const { path, session } of visits)
        found.push({ path, ...(await shiftsOf(browser, { url: site.url, path, session, device })) })
      rows.push(rowOf(size, found))
    }
    return rows
  } finally {
    await browser.close()
    await site.stop()
  }
}

interface Found {
  path: string
  sum: number
  /** What moved. */
  sources: string[]
}

const rowOf = (size: string, found: Found[]): Row => ({
  name: `layout shift of a member’s screens, ${size}: largest sum`,
  value: Math.max(...found.map(({ sum }) => sum)),
  limit: { atMost: 0.01 },
  info: found
    .filter(({ sum }) => sum > 0.001)
    .map(({ path, sum, sources }) => `${path} ${sum.toFixed(3)} (${sources.join(', ')})`)
    .join('; '),
})

const shiftsOf = (browser: Browser, { path, ...options }: PageOptions & { path: string }) =>
  withPage(browser, options, async (page): Promise<Omit<Found, 'path'>> => {
    await page.addInitScript(recordShifts)
    await slowDown(page)
    await openUntilQuiet(page, path)
    await scrollThrough(page)
    const shifts = await page.evaluate(() => window.shifts)
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      sources: [...new Set(shifts.flatMap(({ sources }) => sources))].slice(0, 4),
    }
  })

async function slowDown(page: Page): Promise<void> {
  await throttle(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
}

function recordShifts(): void {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof LayoutShift) || entry.hadRecentInput) continue
      const elements = entry.sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement))
      const names = elements.map((element) => (element ? `${element.localName}.${element.className}` : 'removed'))
      window.shifts.push({ value: entry.value, sources: names })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls to the end of the page, a screen at a time. */
async function scrollThrough(page: Page): Promise<void> {
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight))
  for (let screen = 0; screen < Math.min(screens, 12); screen++) {
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }))
    await sleep(150)
  }
}
