import { expect } from '@playwright/test'
import { editorOf, hasStatus, longEnough, typeAtEnd, writeArticle } from './setup/article.ts'
import { test } from './setup/journey.ts'
import { callAs, newcomer, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// Expected errors: the link no longer works, and the draft is published in another window.
test.use({ expectedFaults: ['status of 404', 'status of 410'] })

test(
  'an article is scheduled in the editor, rescheduled in the draft list, and published on time',
  { tag: '@phone' },
  async ({ page }) => {
    await signUp(page, 'planner')
    await page.goto('/blog/create')
    const menu = page.getByRole('button', { name: 'More actions' })
    await editorOf(page).title.fill('Planned')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    await expect(page.getByText('Please select a category')).toBeVisible()
    await writeArticle(page, 'A planned article', longEnough)

    await menu.click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule article' })
    await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(dialog.getByText('This time has passed')).toBeVisible()
    const year = new Date().getUTCFullYear() + 1
    await dialog.getByLabel('Date and time').fill(`${year}-12-01T09:00`)
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    await expect(dialog.getByText(`In UTC: ${year}-12-01 08:00`)).toBeVisible()
    await hasNoFaults(page)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    const words = new RegExp(`Scheduled for \\w+, Dec 1, ${year}, 9:00 AM \\(Europe/Berlin\\)`)
    await expect(page.getByText(words)).toBeVisible()
    await editorOf(page).title.fill('')
    await expect(page.getByText('can’t be published')).toBeVisible()
    await editorOf(page).title.fill('A planned article, edited')
    await hasStatus(page, 'Saved')
    await hasNoFaults(page)

    await page.goto('/blog')
    await expect(page.getByText(words)).toBeVisible()
    await hasNoFaults(page)
    const more = page.getByRole('button', { name: 'More actions: A planned article, edited' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Unschedule' }).click()
    await expect(page.getByText(words)).toBeHidden()

    const key = await callAs<{ drafts: { key: string }[] }>(page, 'GET', '/api/drafts')
    const [draft] = key.drafts
    await page.goto(`/blog/create?draft=${draft!.key}`)
    await expect(editorOf(page).text).toContainText(longEnough)
    const publishAt = new Date(Date.now() + 4000).toISOString()
    await callAs(page, 'PUT', `/api/drafts/${draft!.key}/schedule`, { publishAt, timeZone: 'UTC' })
    await page.reload()
    await expect(page.getByText('This article has already been published.')).toBeVisible()
    await page.getByRole('link', { name: 'Read the article' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A planned article, edited')
    await page.goto('/notifications')
    await expect(page.getByText('Your scheduled article was published')).toBeVisible()
  },
)

test(
  'a draft is shared through a secret link, read and commented on with and without JavaScript, then unshared',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const author = await newcomer(browser, baseURL, 'sharer', '10.9.5.1')
    await author.goto('/blog/create')
    await writeArticle(author, 'A shared draft', `${longEnough}\n\n<script>alert(1)</script>`)
    await author.getByRole('button', { name: 'More actions' }).click()
    await author.getByRole('menuitem', { name: 'Share draft…' }).click()
    await author.getByRole('button', { name: 'Create link' }).click()
    const url = await author.getByLabel('Secret link').inputValue()
    expect(new URL(url).pathname).toMatch(/^\/draft\/[\w-]{32}$/)
    const path = new URL(url).pathname
    await hasNoFaults(author)
    await author.getByRole('button', { name: 'Close' }).click()

    const response = await page.goto(path)
    const headers = response!.headers()
    expect([response!.status(), headers['cache-control'], headers['referrer-policy'], headers['link']]).toEqual([
      200,
      'no-store',
      'no-referrer',
      undefined,
    ])
    expect(headers['x-robots-tag']).toContain('noindex')
    await expect(page.getByText('Draft by sharer Example – not published')).toBeVisible()
    await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()

    const context = { baseURL: baseURL!, javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': '10.9.5.2' } }
    const bare = await browser.newContext(context)
    const plain = await bare.newPage()
    await plain.goto(path)
    await plain.getByLabel('Comment', { exact: true }).fill('Said without scripts')
    await plain.getByRole('button', { name: 'Send comment' }).click()
    await expect(plain.getByRole('heading', { name: 'Your comment was not sent' })).toBeVisible()
    await plain.getByLabel('Name').fill('Zoe')
    await plain.getByRole('button', { name: 'Send comment' }).click()
    await plain.waitForURL(`${path}?comment=sent#comments`)
    await expect(plain.getByText('The author has received your comment.')).toBeVisible()
    await expect(plain.getByRole('article').getByText('Said without scripts')).toBeVisible()

    const member = await newcomer(browser, baseURL, 'reader', '10.9.5.3')
    await member.goto(path)
    await expect(member.getByText('Commenting as')).toBeVisible()
    await member.getByLabel('Comment', { exact: true }).fill('Said *with* scripts')
    await member.getByRole('button', { name: 'Send comment' }).click()
    const mine = member.getByRole('article').getByText('Said with scripts')
    await expect(mine).toBeVisible()
    await member.getByRole('button', { name: 'Delete' }).click()
    await expect(member.getByText('Comment deleted')).toBeVisible()
    await expect(mine).toHaveCount(0)
    await hasNoFaults(member)
    await member.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(mine).toBeVisible()

    await typeAtEnd(author, ' More.')
    await hasStatus(author, 'Saved')
    await author.reload()
    const feedback = author.getByRole('region', { name: 'Comments on this draft' })
    await expect(feedback).toContainText('2 open')
    await feedback.getByRole('button', { name: 'Resolve' }).first().click()
    await expect(feedback).toContainText('1 open')
    await feedback.getByRole('button', { name: 'Delete' }).last().click()
    await expect(feedback).toContainText('0 open')
    await author.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(feedback).toContainText('1 open')
    await author.goto('/blog')
    await expect(author.getByText('1 comment', { exact: true })).toBeVisible()

    await author.getByRole('button', { name: 'More actions: A shared draft' }).click()
    await author.getByRole('menuitem', { name: 'Share draft…' }).click()
    await author.getByRole('button', { name: 'Revoke link' }).click()
    await expect(author.getByRole('button', { name: 'Create link' })).toBeVisible()
    const gone = await plain.goto(path)
    expect(gone!.status()).toBe(404)
    await expect(plain.getByRole('heading', { name: 'Draft Not Found' })).toBeVisible()
    await bare.close()
  },
)
