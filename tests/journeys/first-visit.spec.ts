import { type Browser, expect, type Page, type Response } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'
import { layoutShiftOf, watchFaults } from './setup/faults.ts'

const quietMs = 1000

test(
  'visitors receive complete pages without further requests, layout shifts, or auth code',
  { tag: '@phone' },
  async ({ page, browser, site }) => {
    await signUp(page, 'writer')
    const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', {
      content: '# Hello\n\n```js\nlet a = 1\n```',
    })
    const visits = ['/', '/?type=popular', '/?categoryId=1', `/post/${id}`].map((path) =>
      test.step(path, async () => {
        const visit = await visitAs(browser, site.url + path)
        expect(visit.calls).toEqual([])
        expect(visit.faults).toEqual([])
        expect(visit.layoutShift).toBeLessThan(0.01)
        expect(visit.scripts).not.toContain('grant_type=')
      }),
    )
    await Promise.all(visits)
  },
)

/** Opens the page in a new browser. @returns its API calls, errors, and layout shift until one second after it is
 *  idle */
async function visitAs(browser: Browser, address: string) {
  const visitor = await browser.newPage()
  const faults = await watchFaults(visitor)
  const calls = callsOf(visitor)
  const scripts: Response[] = []
  visitor.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await openUntilQuiet(visitor, address)
  await visitor.waitForTimeout(quietMs)
  const text = (await Promise.all(scripts.map((script) => script.text()))).join('\n')
  const layoutShift = await layoutShiftOf(visitor)
  await visitor.close()
  return { calls, faults, layoutShift, scripts: text }
}

function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/^\/(api|auth|storage)\//.test(new URL(request.url()).pathname)) calls.push(request.url())
  })
  return calls
}
