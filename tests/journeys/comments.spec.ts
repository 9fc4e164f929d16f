import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, newcomer } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// One step makes the server fail, which causes this error response.
test.use({ expectedFaults: ['status of 500', '500: '] })

const formOf = (page: Page) => page.getByRole('form', { name: 'Leave a comment' })

async function write(page: Page, words: string, name?: string): Promise<void> {
  const form = formOf(page)
  if (name) await form.getByLabel('Name').fill(name)
  await form.getByRole('textbox', { name: 'Comment' }).fill(words)
  await form.getByRole('button', { name: 'Post comment' }).click()
}

/** A long word without hyphens or spaces, used as a name and in the text. */
const longWord = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)

test(
  'visitors comment with and without JavaScript, and the author approves comments by keyboard and replies to a trusted member',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const author = await newcomer(browser, baseURL, 'host', '10.9.8.6')
    const { id } = await callAs<{ id: number }>(author, 'POST', '/api/posts', { content: 'What do you say?' })
    const address = `/post/${id}`

    // Without JavaScript, a rejected form keeps its text, and an accepted form redirects back.
    const bare = await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled: false,
      extraHTTPHeaders: { 'x-forwarded-for': '10.9.8.4' },
    })
    const plain = await bare.newPage()
    await plain.goto(address)
    await write(plain, 'Said without scripts')
    await expect(plain.getByRole('heading', { name: 'Your comment was not sent' })).toBeVisible()
    await expect(plain.getByLabel('Comment')).toHaveValue('Said without scripts')
    await plain.getByLabel('Name').fill(longWord)
    await plain.getByRole('button', { name: 'Post comment' }).click()
    await plain.waitForURL(`${address}?comment=sent#comments`)
    await expect(plain.getByText('Your comment is awaiting approval.')).toBeVisible()
    await bare.close()

    // With JavaScript, no text is lost when the server fails, not even after a reload.
    await page.goto(address)
    await page.route('**/comments', (route) => route.fulfill({ status: 500, body: '{}' }))
    await write(page, 'Said *with* scripts', 'Vera')
    await expect(page.getByText('Failed to submit comment. Please try again.')).toBeVisible()
    await page.unroute('**/comments')
    await page.reload()
    await expect(formOf(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('Said *with* scripts')
    await formOf(page).getByRole('button', { name: 'Post comment' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Said with scripts' })).toBeInViewport()
    await hasNoFaults(page)

    // The author sees that two comments are pending, and approves both with the keyboard.
    await author.goto('/admin/comments')
    await expect(author.getByRole('listitem').filter({ hasText: 'Said without scripts' })).toContainText(longWord)
    await hasNoFaults(author)
    for (const pending of [1, 0]) {
      await author.keyboard.press('j')
      await author.keyboard.press('a')
      await expect(author.getByText('Comment approved')).toBeVisible()
      await author.getByRole('button', { name: 'Dismiss' }).click()
      await expect(author.getByRole('main').getByRole('checkbox')).toHaveCount(pending === 0 ? 0 : 2)
    }
    await expect(author.getByText('All caught up')).toBeVisible()

    // Visitors see the comments, and the post's card counts them.
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: 'What do you say?' })
    await expect(card.getByRole('link', { name: /^2 comments/ })).toBeVisible()
    await page.goto(address)
    const commentWith = (words: string) => page.getByRole('article').filter({ hasText: words }).last()
    await expect(commentWith('Said without scripts')).toBeVisible()
    await expect(commentWith('Said with scripts')).toContainText('Vera')

    // A member's first comment needs approval; the second does not.
    const member = await newcomer(browser, baseURL, 'guest', '10.9.8.2')
    await member.goto(address)
    await write(member, 'My first here')
    await expect(member.getByText('Your comment is awaiting approval.')).toBeVisible()
    await author.goto('/admin/comments')
    await author.getByRole('button', { name: 'Approve' }).click()
    await expect(author.getByText('All caught up')).toBeVisible()
    await member.reload()
    await write(member, 'My second here')
    await expect(member.getByText('Comment published')).toBeVisible()
    await expect(member.getByRole('article').filter({ hasText: 'My second here' }).last()).toBeVisible()

    // The author replies. The member deletes their comment, but the reply is kept.
    await author.goto(address)
    const second = author.locator('.comment').filter({ hasText: 'My second here' })
    await second.getByRole('button', { name: /^Reply to/ }).press('Enter')
    await author.keyboard.insertText('Thanks for coming back')
    await second.getByRole('button', { name: 'Post reply' }).click()
    await expect(author.locator('.comment[data-answer]')).toContainText('Thanks for coming back')
    await hasNoFaults(author)
    await member.reload()
    const mine = member.locator('.comment').filter({ hasText: 'My second here' })
    await mine.getByRole('button', { name: 'Delete the comment' }).click()
    await expect(member.getByText('Comment deleted')).toBeVisible()
    await expect(mine).toHaveCount(0)
    await expect(member.getByText('Thanks for coming back')).toBeVisible()
    await expect(member.getByRole('heading', { name: 'Comments 4' })).toBeVisible()
    await member.context().close()
    await author.context().close()
  },
)

test(
  'keeps the text of every comment after going Back, and offers to copy code in comments',
  { tag: '@phone' },
  async ({ page, browser, baseURL, isMobile }) => {
    const author = await newcomer(browser, baseURL, 'coder', '10.9.7.1')
    const { id } = await callAs<{ id: number }>(author, 'POST', '/api/posts', { content: 'Share your one-liners' })
    const say = (content: string) => callAs(author, 'POST', `/api/posts/${id}/comments`, { content })
    await say('Nice & short')
    await say('Here is mine:\n\n```sh\nsort -u words\n```')
    await author.context().close()

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.setFixedTime(new Date()) // no response becomes stale, so nothing is fetched again
    await page.goto(`/post/${id}`)
    const withCode = page.locator('.comment').filter({ hasText: 'Here is mine' })
    await withCode.getByRole('button', { name: 'Copy code' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('sort -u words')

    if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
    await page.waitForURL('/blog')
    await page.goBack()
    await expect(page.locator('.comment .prose')).toContainText(['Nice & short', 'sort -u words'])
    await expect(withCode.getByRole('button', { name: 'Copy code' })).toBeVisible()
  },
)

test('a member deletes comments by keyboard, undoes it, and gets a comment back if the site is unreachable', async ({
  browser,
  baseURL,
  page: visitor,
}) => {
  const page = await newcomer(browser, baseURL, 'regret', '10.9.8.7')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Think before you write' })
  for (const content of ['Too early', 'Too late', 'Just right'])
    await callAs(page, 'POST', `/api/posts/${id}/comments`, { content })
  await page.goto(`/post/${id}`)
  const comments = page.locator('.comment')
  const commentWith = (words: string) => comments.filter({ hasText: words })
  const remove = (words: string) =>
    commentWith(words).getByRole('button', { name: 'Delete the comment' }).press('Enter')

  // The comment is gone for everyone, and the focus is on the next one.
  await remove('Too early')
  await expect(page.getByRole('status').filter({ hasText: 'Comment deleted' })).toBeVisible()
  await expect(commentWith('Too late')).toBeFocused()
  await visitor.goto(`/post/${id}`)
  await expect(visitor.getByRole('heading', { name: 'Comments 2' })).toBeVisible()
  await hasNoFaults(page)

  // A second deletion does not take away the Undo button for the first. The button can be reached with Tab.
  await remove('Too late')
  await expect(page.getByText('2 comments deleted')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  for (let presses = 0; presses < 60 && !(await undo.evaluate((one) => one.matches(':focus'))); presses++)
    await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 comments restored')).toBeVisible()
  await expect(page.locator('.comment .prose')).toHaveText(['Too early', 'Too late', 'Just right'])
  await expect(commentWith('Too early')).toBeFocused()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Comments 3' })).toBeVisible()

  await page.context().setOffline(true)
  await remove('Just right')
  await expect(page.getByText('Failed to delete comment.')).toBeVisible()
  await expect(commentWith('Just right')).toBeVisible()
  await page.context().setOffline(false)
  await page.context().close()
})
