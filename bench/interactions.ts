import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'

declare global {
  interface Window {
    /** The longest event of each interaction so far, in ms, by `interactionId`. */
    interactions: Map<number, number>
  }
  /** Not declared by TypeScript yet. Source: https://www.w3.org/TR/event-timing/ */
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
}

/** Lighthouse's factor for a mid-range phone. */
const slowdown = 4
const settleMs = 500
const maxTries = 20
/** Browsers do not record shorter events. */
const minRecordedMs = 16

/** Records interactions on every page that `page` opens from now on. */
export const recordInteractions = (page: Page): Promise<unknown> => page.addInitScript(observe)

function observe(): void {
  window.interactions = new Map()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = entry instanceof PerformanceEventTiming ? entry.interactionId : 0
      if (id > 0) window.interactions.set(id, Math.max(entry.duration, window.interactions.get(id) ?? 0))
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true })
}

/** Slows the page's main thread down, like a phone's. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Returns the interactions' INP so far, in ms, and starts again. */
export async function takeInp(page: Page): Promise<number> {
  await sleep(settleMs) // entries are created after the next paint
  const durations = await page.evaluate(() => {
    const found = [...window.interactions.values()]
    window.interactions.clear()
    return found
  })
  return durations.length === 0 ? minRecordedMs : inpOf(durations)
}

/** Interaction to Next Paint: the longest interaction, without one outlier per 50 interactions. Source:
 *  https://web.dev/articles/inp */
const inpOf = (durations: number[]): number => durations.toSorted((a, b) => b - a)[Math.floor(durations.length / 50)]!

/** Taps the middle of the element, as a person would: after scrolling to it, once it stays in place, and with a pause
 *  before the next action. Playwright's own `tap` runs scripts in the page while the tap is handled. */
export async function tap(target: Locator): Promise<void> {
  const page = target.page()
  const { x, y } = await restingMiddleOf(target)
  await page.touchscreen.tap(x, y)
  await sleep(settleMs)
}

/** Clicks the middle of the element with a mouse; otherwise like {@link tap}. */
export async function click(target: Locator): Promise<void> {
  const page = target.page()
  const { x, y } = await restingMiddleOf(target)
  await page.mouse.click(x, y)
  await sleep(settleMs)
}

/** Returns the middle of the element once it has not moved for a while: the content above it may still be loading.
 *  @throws Error if it keeps moving */
async function restingMiddleOf(target: Locator): Promise<{ x: number; y: number }> {
  let before = await middleOf(target)
  for (let tries = 0; tries < maxTries; tries++) {
    await sleep(settleMs)
    const { x, y } = await middleOf(target)
    if (x === before.x && y === before.y) return before
    before = { x, y }
  }
  throw new Error(`${String(target)} keeps moving.`)
}

/** Returns the middle of the element, in the viewport. Scrolls only if the element is not visible there, because menus
 *  move when the page scrolls. @throws Error if something else covers it */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.waitFor()
  return target.evaluate((element) => {
    const root = element.getRootNode()
    for (const isScrolled of [false, true]) {
      if (isScrolled) element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = root instanceof Document || root instanceof ShadowRoot ? root.elementFromPoint(x, y) : null
      if (hit && (element.contains(hit) || hit.contains(element))) return { x, y }
    }
    throw new Error(`Something covers ${element.outerHTML.slice(0, 200)}.`)
  })
}

const keyMs = 110
const pauseMs = 650

/** Types in the focused field: fast, with a pause after each word. */
export async function typeWords(page: Page, text: string): Promise<void> {
  for (const word of text.match(/\S+\s*/g) ?? []) {
    await page.keyboard.type(word, { delay: keyMs })
    await sleep(pauseMs)
  }
}

/** Presses a key and waits a moment. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await sleep(settleMs)
}
