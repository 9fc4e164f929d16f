import { expect, type Page } from '@playwright/test'
import { type Db, many } from '#kernel/db.ts'
import { callAs, signUp, test } from './setup/trust.ts'

test('enforces Trusted Types on every page without any violations by our own scripts', async ({
  context,
  request,
  trap,
  db,
}) => {
  const account = await signUp(request, 'typist', 'Typist')
  const content =
    '# A *post*\n\n```js\nlet a = 1\n```\n\n<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
  const { id } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content, title: 'Typed' })
  const page = await context.newPage()
  const visited = ['/', '/?type=popular', `/post/${id}`, '/login', '/login?tab=register', '/auth', '/nowhere']
  for (const path of visited) {
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.headers()['content-security-policy'], path).toContain(enforced)
  }
  await page.evaluate((text) => localStorage.setItem('supabase_auth_token', text), account.session)
  await visitAsMember(page, id)
  expect(trap).toEqual({ ran: [], stopped: [], left: [] })
  const sinks = await page.evaluate(trySinks)
  expect(sinks).toEqual(['TypeError', 'TypeError', 'TypeError'])
  const directives = () => trap.stopped.map((violation) => violation.split(' ')[1])
  await expect.poll(directives).toEqual(['require-trusted-types-for', 'trusted-types', 'require-trusted-types-for'])
  await expect.poll(() => reported(db)).toEqual(['Element innerHTML', 'Worker constructor', 'trusted-types-policy'])
  expect(trap.ran).toEqual([])
})

/** Returns what the browser reported to the site as blocked. */
const reported = async (db: Db) =>
  (await many<{ blocked: string }>(db)`select blocked from policy_reports order by blocked collate "C"`).map(
    ({ blocked }) => blocked,
  )

const enforced = "require-trusted-types-for 'script'; trusted-types site worker"

/** Writes HTML, creates a policy, and starts a worker from plain strings. @returns the names of the errors */
function trySinks(): string[] {
  const { trustedTypes } = globalThis
  const attempts = [
    () => (document.createElement('div').innerHTML = '<img src=x onerror=pwned(1)>'),
    () => trustedTypes!.createPolicy('evil', { createHTML: (html) => html }),
    () => new Worker('/assets/evil.js'),
  ]
  return attempts.map((attempt) => {
    try {
      attempt()
      return 'allowed'
    } catch (reason) {
      return (reason as Error).name
    }
  })
}

/** Follows links through the site, so that pages are rendered in the browser. */
async function visitAsMember(page: Page, id: number): Promise<void> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Typed' }).first().click()
  await page.waitForURL(`/post/${id}`)
  await page.goto(`/post/${id}/edit`, { waitUntil: 'networkidle' })
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.locator('.composer-preview h1')).toBeVisible()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Post content' }).fill('A **second** post')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Your post has been published successfully!')).toBeVisible()
  await expect(page.locator('strong', { hasText: 'second' })).toBeVisible()
  await page.getByRole('button', { name: /^Like/ }).first().click()
  await expect(page.getByRole('button', { name: /^Like/, pressed: true })).toHaveCount(1)
}
