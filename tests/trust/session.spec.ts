import { type BrowserContext, expect, type Page } from '@playwright/test'
import { signUp, test } from './setup/trust.ts'

const sessionKey = 'supabase_auth_token'
const profileKey = 'user_profile'

/** Returns which of the session's keys are still in local storage. */
const leftovers = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), [sessionKey, profileKey])

/** Opens a page while signed in with a token that expires in that many seconds. */
async function signedIn(context: BrowserContext, session: string, secondsLeft?: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/healthz')
  await page.evaluate(([key, text]) => localStorage.setItem(key!, text!), [sessionKey, session])
  if (secondsLeft !== undefined) await age(page, secondsLeft)
  return page
}

const age = (page: Page, secondsLeft: number) =>
  page.evaluate(
    ([key, left]) => {
      const session = JSON.parse(localStorage.getItem(key!)!) as object
      const expires = { expires_at: Math.floor(Date.now() / 1000) + Number(left), expires_in: Number(left) }
      localStorage.setItem(key!, JSON.stringify({ ...session, ...expires }))
    },
    [sessionKey, String(secondsLeft)],
  )

const ways = { 'refuses connections': 'abort', 'never answers': 'hang' } as const

for (const [what, way] of Object.entries(ways)) {
  for (const token of ['a fresh', 'an expired'] as const) {
    test(`removes the session within two seconds on sign-out with ${token} token while the server ${what}`, async ({
      context,
      request,
    }) => {
      const { session } = await signUp(request, `leaver-${way}-${token.slice(3)}`, 'Leaver')
      const page = await signedIn(context, session)
      await page.goto('/', { waitUntil: 'networkidle' })
      const button = page.getByRole('button', { name: /log ?out/i })
      await expect(button).toBeVisible()
      await expect.poll(() => leftovers(page)).toEqual([sessionKey, profileKey])
      if (token === 'an expired') await age(page, -3600)
      await context.route('**/*', (route) => (way === 'abort' ? route.abort() : undefined))
      await page.evaluate(
        (keys) => {
          let clickedMs = Number.NaN
          addEventListener('click', () => (clickedMs = performance.now()), { capture: true, once: true })
          const timer = setInterval(() => {
            if (keys.some((key) => localStorage.getItem(key) !== null)) return
            clearInterval(timer)
            document.documentElement.dataset['goneAfterMs'] = String(performance.now() - clickedMs)
          }, 10)
        },
        [sessionKey, profileKey],
      )
      await button.click()
      const root = page.locator('html')
      await expect(root).toHaveAttribute('data-gone-after-ms', /\d/)
      expect(Number(await root.getAttribute('data-gone-after-ms'))).toBeLessThan(2000)
      await page.waitForTimeout(1500)
      expect(await leftovers(page), 'the session stays removed').toEqual([])
      await expect(button).toHaveCount(0)
    })
  }
}

test('ends the session in every tab when signing out', async ({ context, request }) => {
  const { session, token } = await signUp(request, 'two-tabs', 'Two Tabs')
  const [first, second] = [await signedIn(context, session), await context.newPage()]
  for (const page of [first, second]) await page.goto('/', { waitUntil: 'networkidle' })
  await first.getByRole('button', { name: /log ?out/i }).click()
  await expect(second.getByRole('button', { name: /log ?out/i })).toHaveCount(0)
  expect(await leftovers(second)).toEqual([])
  // On a slow machine, the browser removes its copy before the server has processed the sign-out.
  const status = async () =>
    (await request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status()
  await expect.poll(status).toBe(401)
})

test('keeps five tabs signed in when they open simultaneously with an expiring session', async ({
  context,
  request,
}) => {
  const { session } = await signUp(request, 'five-tabs', 'Five Tabs')
  const first = await signedIn(context, session, 30)
  const tabs = [first, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))]
  const refreshes: number[] = []
  context.on('response', (response) => {
    if (response.url().includes('grant_type=refresh_token')) refreshes.push(response.status())
  })
  await Promise.all(tabs.map((page) => page.goto('/', { waitUntil: 'networkidle' })))
  for (const page of tabs) {
    await expect(page.getByRole('button', { name: /log ?out/i })).toBeVisible()
    expect(await ownName(page)).toBe('five-tabs')
  }
  expect(refreshes.length).toBeGreaterThan(0)
  expect(refreshes.filter((status) => status !== 200)).toEqual([])
  const kept = await first.evaluate(
    (key) => JSON.parse(localStorage.getItem(key)!) as { expires_at: number },
    sessionKey,
  )
  expect(kept.expires_at - Date.now() / 1000).toBeGreaterThan(600)
})

/** Fetches the member's own username with the tab's token. */
const ownName = (page: Page) =>
  page.evaluate(async (key) => {
    const { access_token: token } = JSON.parse(localStorage.getItem(key)!) as { access_token: string }
    const response = await fetch('/api/users/me', { headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { username: string }).username
  }, sessionKey)
