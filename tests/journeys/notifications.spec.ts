import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'

/** Opens another browser in which a new member is signed in. */
async function newcomer(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage()
  await signUp(page, username)
  return page
}

/** Finds the visible bell icon: in the sidebar, or in the top bar on a phone. */
const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true })

test(
  'a member is notified about a like and a follow, reads the notifications, and turns off like notifications',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signUp(page, 'liked')
    await page.goto('/')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await bell(page).click()
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
    const me = await callAs<{ id: number }>(page, 'GET', '/api/users/me')
    const post = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'A post to be liked' })

    const context = await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { 'x-forwarded-for': '10.9.8.6' },
    })
    const fan = await newcomer(context, 'liker')
    await callAs(fan, 'POST', `/api/posts/${post.id}/like`)
    await callAs(fan, 'POST', `/api/users/${me.id}/follow`)

    await page.goto('/')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
    await bell(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('/notifications')
    const entries = page.getByRole('listitem').filter({ has: page.locator('time') })
    await expect(entries).toHaveCount(2)
    await expect(entries.first()).toContainText('followed you')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await expect(entries.first()).toContainText('New')
    await page.reload()
    await expect(entries.first()).toContainText('followed you')
    await expect(entries.first()).not.toContainText('New')
    await page.getByRole('link', { name: /liked “A post to be liked”/ }).click()
    await page.waitForURL(`/post/${post.id}`)

    await page.goto('/settings/notifications')
    await expect(page.getByText('no mail server')).toBeVisible()
    const likes = page
      .getByRole('group', { name: 'Someone likes your post' })
      .getByRole('switch', { name: 'On the site' })
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await likes.click()
    await expect(likes).not.toBeChecked()
    expect((await saved).ok()).toBe(true)
    await page.reload()
    await expect(likes).not.toBeChecked()
    await callAs(fan, 'DELETE', `/api/posts/${post.id}/like`)
    const second = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Another' })
    await callAs(fan, 'POST', `/api/posts/${second.id}/like`)
    expect(await callAs(page, 'GET', '/api/notifications/unread-count')).toEqual({ count: 0 })
    await context.close()
  },
)

test('visitors see no bell and are redirected to sign in, and opening the link in a digest changes nothing', async ({
  page,
}) => {
  await page.goto('/')
  await expect(bell(page)).toHaveCount(0)
  await page.goto('/notifications')
  await page.waitForURL('/login?next=%2Fnotifications')
  await page.goto('/unsubscribe?token=1.x')
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})
