import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Response } from '@playwright/test'
import { isHydrated } from './hydration.ts'

const quietMs = 60

/** Opens a page and waits until it is hydrated and idle and has received a response to every request except event
 *  streams. Playwright's `networkidle` always takes half a second and is never reached on pages with an event
 *  stream. */
export async function openUntilQuiet(page: Page, path: string): Promise<void> {
  const open = new Set<Request>()
  let changedMs = performance.now()
  const begin = (request: Request) => void open.add(request)
  const end = (request: Request) => {
    open.delete(request)
    changedMs = performance.now()
  }
  const skipStream = (response: Response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) end(response.request())
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end).on('response', skipStream)
  await page.goto(path)
  await page.waitForFunction(isHydrated)
  do {
    await page.evaluate(becomeIdle)
    await sleep(quietMs)
  } while (open.size > 0 || performance.now() - changedMs < quietMs)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end).off('response', skipStream)
}

/** Runs in the page. Chromium may become idle only after a frame, and a page without scripts draws no more of them. */
const becomeIdle = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
