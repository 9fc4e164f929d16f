import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test(
  'a member adds links to their own pages, and the page that links back is verified',
  { tag: '@phone' },
  async ({ page, otherSite, site }) => {
    const name = 'linker'
    await signUp(page, name)
    otherSite.pages['/me'] = `<p>I am <a rel="me" href="${site.url}/profile/${name}/">there</a> too.`
    await page.goto('/settings')
    const links = page.getByRole('list', { name: 'Your links' }).getByRole('listitem')
    for (const [label, url] of [
      ['LinkedIn', 'https://www.linkedin.com/in/linker'],
      ['My page', `${otherSite.url}/me`],
      ['Broken', 'javascript:alert(1)'],
    ] as const) {
      await page.getByRole('button', { name: 'Add link' }).click()
      await links.last().getByLabel('Label').fill(label)
      await links.last().getByLabel('URL').fill(url)
    }
    await page.getByRole('button', { name: 'Save links' }).click()
    await expect(links.last().getByRole('alert')).toHaveText('Enter a URL that begins with https:// or http://')
    await expect(links.last().getByLabel('URL')).toBeFocused()
    await hasNoFaults(page)
    await page.reload()
    await expect(page.getByText('You have unsaved links.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Broken' }).click()
    await page.getByRole('button', { name: 'Move My page up' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Move My page down' })).toBeFocused()
    await page.getByRole('button', { name: 'Save links' }).click()
    await expect(page.getByText('Links saved')).toBeVisible()

    await expect(async () => {
      await page.goto(`/profile/${name}?tab=about`)
      await expect(page.getByRole('main').getByText(/^Verified on [A-Z]/)).toHaveCount(2, { timeout: 500 })
    }).toPass()
    const about = page.locator('.portfolio-elsewhere').getByRole('listitem')
    await expect(about).toHaveText([/^My page127\.0\.0\.1:\d+\/meVerified on /, 'LinkedInlinkedin.com/in/linker'])
    await expect(page.getByRole('link', { name: 'LinkedIn' }).first()).toHaveAttribute('rel', 'me noopener')
    await hasNoFaults(page)
  },
)

test('a member pins a post, which moves to the top of their profile, and unpins it', async ({ page }) => {
  const name = 'pinner'
  await signUp(page, name)
  for (const content of ['The oldest', 'The middle one', 'The newest'])
    await callAs(page, 'POST', '/api/posts', { content })
  await page.goto(`/profile/${name}`)
  const posts = page.getByRole('main').getByRole('article')
  const choose = async (item: string) => {
    await posts.filter({ hasText: 'The oldest' }).getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Pin to profile')
  await expect(page.getByText('Pinned to your profile')).toBeVisible()
  await expect(posts).toContainText(['The oldest', 'The newest', 'The middle one'])
  await expect(posts.first()).toContainText('Pinned')
  await hasNoFaults(page)
  await page.reload()
  await expect(posts).toContainText(['The oldest', 'The newest', 'The middle one'])
  await choose('Unpin')
  await expect(posts).toContainText(['The newest', 'The middle one', 'The oldest'])
})

test('a new follow appears in the follower and following lists, even without JavaScript', async ({
  page,
  browser,
  site,
}) => {
  const [star, fan] = ['star', 'fan']
  await signUp(page, star)
  await page.goto(`/profile/${star}/following`)
  await expect(page.getByText('Not following anyone yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Find members' })).toBeVisible()
  await callAs(page, 'POST', '/api/posts', { content: 'To be pinned' })
  const { posts } = await callAs<{ posts: { id: number }[] }>(page, 'GET', '/api/posts')
  await callAs(page, 'PUT', `/api/posts/${posts[0]!.id}/pin`)

  await signUp(page, fan)
  await page.goto(`/profile/${star}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Follow ${star} Example` })
    .click()
  await expect(page.getByRole('button', { name: `Unfollow ${star} Example` })).toBeVisible()
  await page.getByRole('link', { name: '1 Follower' }).click()
  await expect(page.getByRole('heading', { name: `Followers of ${star} Example` })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toContainText([`@${fan}`])
  await hasNoFaults(page)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const plain = await context.newPage()
  await expect(async () => {
    await plain.goto(`/profile/${star}`)
    await expect(plain.getByRole('link', { name: '1 Follower' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(plain.getByRole('main').getByRole('article').first()).toContainText('Pinned')
  await plain.getByRole('link', { name: '1 Follower' }).click()
  await expect(plain.getByRole('main').getByRole('article')).toContainText([`@${fan}`])
  await plain.getByRole('link', { name: 'Following' }).click()
  await expect(plain.getByText(`${star} Example isn’t following anyone yet.`)).toBeVisible()
  await context.close()
})
