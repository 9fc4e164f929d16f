import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signIn, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

const postBy = (page: Page, name: string) => page.getByRole('article', { name: `Post by ${name} Example` })

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name }).click()
}

test(
  'a member mutes another member in the feed, undoes it, and mutes them again on their profile',
  { tag: '@phone' },
  async ({ page }) => {
    const [loud, calm] = ['loud', 'calm']
    await signUp(page, loud)
    await callAs(page, 'POST', '/api/posts', { content: 'Noise' })
    await signUp(page, calm)
    await callAs(page, 'POST', '/api/posts', { content: 'Silence' })
    await page.goto('/')
    await expect(postBy(page, calm)).toBeVisible()

    await postBy(page, loud).getByRole('button', { name: 'Post options' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await choose(page, `Mute @${loud}`)
    await expect(postBy(page, loud)).toHaveCount(0)
    await expect(page.getByText(`Muted @${loud}`)).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(postBy(page, loud)).toBeVisible()

    await page.goto(`/profile/${loud}`)
    await page.getByRole('button', { name: `More about ${loud} Example` }).click()
    await choose(page, `Mute @${loud}`)
    await expect(page.getByText(`Muted @${loud}`)).toBeVisible()
    await expect(postBy(page, loud)).toBeVisible()
    await hasNoFaults(page)

    await page.addInitScript(noteCards)
    await page.goto('/')
    await expect(postBy(page, calm)).toBeVisible()
    await expect(postBy(page, loud)).toHaveCount(0)
    expect(await page.evaluate(() => [...window.seenCards])).not.toContain(`Post by ${loud} Example`)
    await page.goto('/settings/muted')
    await hasNoFaults(page)
    await page.getByRole('button', { name: `Unmute @${loud}` }).click()
    await expect(page.getByText('You haven’t muted anyone.')).toBeVisible()
    await page.goto('/')
    await expect(postBy(page, loud)).toBeVisible()
  },
)

declare global {
  interface Window {
    /** The labels of all posts that were visible in any animation frame. */
    seenCards: Set<string | null>
  }
}

function noteCards(): void {
  window.seenCards = new Set()
  const noteVisible = () => {
    for (const card of document.querySelectorAll('.post-card')) {
      if (getComputedStyle(card).visibility === 'visible') window.seenCards.add(card.getAttribute('aria-label'))
    }
    requestAnimationFrame(noteVisible)
  }
  noteVisible()
}

test('posts with a muted word are collapsed only for the member who muted it', async ({ page }) => {
  const [writer, reader] = ['spoiler', 'shy']
  await signUp(page, writer)
  await callAs(page, 'POST', '/api/posts', { content: 'The end is full of **Spoilers**.' })
  await signUp(page, reader)
  await page.goto('/settings/muted')
  const field = page.getByLabel('Word or phrase')
  for (const word of ['spoilers', 'SPOILERS', '  ', '#jobs', 'crypto currency']) {
    await field.fill(word)
    await field.press('Enter')
    await expect(field).toHaveValue(word.trim() === '' ? word : '')
  }
  const words = page.getByRole('list', { name: 'Muted words' }).getByRole('listitem')
  await expect(words).toHaveText(['crypto currency', '#jobs', 'spoilers'])
  await hasNoFaults(page)
  await page.getByRole('button', { name: 'Remove #jobs' }).click()
  await expect(words).toHaveText(['crypto currency', 'spoilers'])

  await page.goto('/')
  await expect(page.getByText('Hidden: contains “spoilers”')).toBeVisible()
  await expect(postBy(page, writer)).toHaveCount(0)
  await hasNoFaults(page)
  await page.getByRole('button', { name: `Show post by ${writer}` }).click()
  await expect(postBy(page, writer)).toBeVisible()
  await page.goto(`/profile/${writer}`)
  await expect(postBy(page, writer)).toBeVisible()
  await signIn(page, writer)
  await page.goto('/')
  await expect(postBy(page, writer)).toBeVisible()
})

test.describe('while the server is failing', () => {
  test.use({ expectedFaults: ['status of 503', '503: '] })
  test('keeps the typed word', async ({ page }) => {
    await signUp(page, 'tester')
    await page.goto('/settings/muted')
    await page.route('**/api/mutes/words', (route) =>
      route.fulfill({ status: 503, json: { code: 'not_ready', message: 'The database is unavailable.' } }),
    )
    const field = page.getByLabel('Word or phrase')
    await field.fill('a long phrase')
    await page.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(page.getByText('The database is unavailable.')).toBeVisible()
    await expect(field).toHaveValue('a long phrase')
    await page.unroute('**/api/mutes/words')
    await page.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Muted words' })).toHaveText('a long phrase')
  })
})
