import { expect, type Page } from '@playwright/test'
import { waitForHydration } from './setup/hydration.ts'
import { test } from './setup/journey.ts'
import { callAs, newcomer, signIn, signUp, submitLogin } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

const words = 'This account has been suspended. Reason: Sells shoes under every post'

// Expected errors: for the suspended member, and for visitors who request that member's content.
test.use({ expectedFaults: ['status of 400', 'status of 403', 'status of 404'] })

let keeper: Page

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  keeper = await context.newPage()
  waitForHydration(keeper)
  await signIn(keeper, 'keeper')
})
test.afterAll(() => keeper.context().close())

async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, username)
}

/** URLs at which the member's content appeared. */
const placesOf = (username: string, postId: number) => [
  '/',
  `/post/${postId}`,
  `/profile/${username}`,
  '/members',
  '/search?q=barefoot',
  '/rss.xml',
  '/feed.json',
  '/sitemap.xml',
  '/api/posts',
  `/api/posts/${postId}`,
]

test(
  'a reported post’s author is suspended and hidden everywhere until the suspension is lifted',
  { tag: '@phone' },
  async ({ page, browser, request, baseURL }) => {
    const name = 'seller'
    const author = await newcomer(browser, baseURL, name, '10.8.7.5')
    const content = `${name} has barefoot shoes for everyone`
    const post = await callAs<{ id: number }>(author, 'POST', '/api/posts', { content })
    const found = async () => {
      const answers = await Promise.all(
        placesOf(name, post.id).map(async (place) => {
          const answer = await request.get(place)
          const text = await answer.text()
          return answer.ok() && (text.includes(name) || text.includes(`/post/${post.id}<`)) ? [place] : []
        }),
      )
      return answers.flat()
    }
    await expect.poll(found).toEqual(placesOf(name, post.id))

    // A member reports the content.
    await signUp(page, 'reporter')
    await page.goto(`/post/${post.id}`)
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await hasNoFaults(page)
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Choose a reason')).toBeVisible()
    await dialog.getByLabel('Spam').check()
    await dialog.getByLabel('Details').fill('<b>Every</b> day')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Report sent')).toBeVisible()
    await page.goto('/admin/reports')
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()

    // An administrator handles the report.
    await keeper.goto('/settings')
    await keeper.getByRole('link', { name: 'Reports' }).click()
    const reported = keeper.getByRole('region', { name: '1 report' }).filter({ hasText: content })
    await expect(reported).toContainText('<b>Every</b> day')
    await hasNoFaults(keeper)
    await reported.getByRole('button', { name: 'Dismiss' }).click()
    await expect(reported).toHaveCount(0)
    await keeper.getByRole('button', { name: 'Undo' }).click()
    await reported.getByRole('button', { name: 'Suspend author' }).press('Enter')
    await keeper.getByLabel('Reason').fill('Sells shoes under every post')
    await keeper.getByRole('button', { name: 'Suspend', exact: true }).press('Enter')
    await expect(keeper.getByText(`@${name} suspended`)).toBeVisible()
    await expect.poll(found).toEqual([])
    expect((await request.get(`/profile/${name}`)).status()).toBe(404)
    expect((await request.get(`/post/${post.id}`)).status()).toBe(404)

    // The author is signed out and sees the reason. The browser keeps the unfinished text.
    await author.goto('/settings')
    await author.waitForURL('/login')
    await expect(author.getByRole('alert').filter({ hasText: words })).toBeVisible()
    expect(await author.evaluate(() => localStorage.getItem('supabase_auth_token'))).toBeNull()
    await hasNoFaults(author)
    await signInAs(author, name)
    await expect(author.getByRole('main').getByText(words)).toBeVisible()
    expect(new URL(author.url()).pathname).toBe('/login')

    // The administrator lifts the suspension, and the author signs in again.
    await keeper.goto('/admin/reports?status=suspended')
    await expect(keeper.getByRole('article', { name: `@${name}` })).toContainText('Sells shoes under every post')
    await hasNoFaults(keeper)
    await keeper.getByRole('button', { name: `Lift suspension of @${name}` }).click()
    await keeper.getByRole('button', { name: 'Lift suspension', exact: true }).click()
    await expect(keeper.getByText(`Suspension of @${name} lifted`)).toBeVisible()
    await expect.poll(found).toEqual(placesOf(name, post.id))
    await signInAs(author, name)
    await author.waitForURL('/')
    await author.context().close()
  },
)

test('an administrator suspends a member from their profile and undoes it immediately', async ({
  browser,
  baseURL,
}) => {
  const name = 'quiet'
  const member = await newcomer(browser, baseURL, name, '10.8.6.5')
  await keeper.goto(`/profile/${name}`)
  await keeper.getByRole('button', { name: /^More about/ }).click()
  await keeper.getByRole('menuitem', { name: `Suspend @${name}` }).click()
  await keeper.getByLabel('Reason').fill('By mistake')
  await keeper.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(keeper.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
  await keeper.getByRole('button', { name: 'Undo' }).click()
  await expect(keeper.getByText(`Suspension of @${name} lifted`)).toBeVisible()
  await expect(keeper.getByRole('heading', { level: 1, name })).toBeVisible()
  await member.context().close()
})

test('visitors are redirected to the sign-in page', async ({ page }) => {
  await page.goto('/admin/reports')
  await page.waitForURL('/login?next=%2Fadmin%2Freports')
})
