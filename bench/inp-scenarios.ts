import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openUntilQuiet } from '#tests/journeys/setup/open-until-quiet.ts'
import { click, press, tap, typeWords } from './interactions.ts'

export interface Scenario {
  name: string
  /** The default is a phone. */
  isWide?: boolean
  path: (places: Places) => string
  /** Prepares the open page at full speed. */
  prepare?: (page: Page) => Promise<void>
  /** Uses the page at reduced speed. @throws Error if the page does not react */
  use: (page: Page) => Promise<void>
}

/** The paths of what the benchmark has created. */
export interface Places {
  /** The editor with a draft of 11,000 characters. */
  draft: string
  livestream: string
  article: string
}

const tabNamed = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).first()
const buttonNamed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

const sentence = 'Forty characters are typed at this place '

export const scenarios: Scenario[] = [
  {
    name: 'like',
    path: () => '/',
    async use(page) {
      const like = page.locator('button.like').nth(1)
      const before = await like.getAttribute('aria-pressed')
      for (const _ of [1, 2, 3]) await tap(like)
      await page.waitForFunction(
        (before) => document.querySelectorAll('button.like')[1]?.getAttribute('aria-pressed') !== before,
        before,
      )
    },
  },
  {
    name: 'feed tabs',
    path: () => '/',
    async use(page) {
      for (const name of ['Popular', 'Following', 'All Posts']) await tap(page.locator('a.tab', { hasText: name }))
      await page.waitForURL((url) => url.search === '', { waitUntil: 'commit' })
    },
  },
  {
    name: 'next page of the feed',
    path: () => '/',
    async use(page) {
      for (const name of ['2', '1']) await tap(page.locator('.pagination a', { hasText: name }).first())
      await page.waitForURL((url) => url.search === '', { waitUntil: 'commit' })
    },
  },
  {
    name: 'opening an article and going back',
    path: () => '/blog',
    async use(page) {
      await tap(page.locator('.entry-title a, .article-list-item a').first())
      await page.locator('.prose').first().waitFor()
      await tap(page.locator('.tab-bar-link', { hasText: 'Blog' }))
      await page.waitForURL('**/blog', { waitUntil: 'commit' })
    },
  },
  {
    name: 'profile tabs',
    path: () => '/profile/mirela',
    async use(page) {
      for (const name of ['About', 'GitHub', 'Posts']) await tap(page.locator('a.tab', { hasText: name }))
      await page.locator('.post-card').first().waitFor()
    },
  },
  {
    name: 'writing and previewing a post',
    path: () => '/',
    async use(page) {
      const field = page.getByRole('textbox', { name: 'Post content' })
      await tap(field)
      await typeWords(page, 'Some **bold** words and `code` ')
      await tap(tabNamed(page, 'Preview'))
      await page.locator('.composer-preview strong').waitFor()
      await tap(tabNamed(page, 'Write'))
      await field.fill('')
    },
  },
  {
    name: 'commenting on an article',
    path: ({ article }) => article,
    async use(page) {
      await tap(page.locator('.comment-form textarea'))
      await typeWords(page, sentence)
    },
  },
  {
    name: 'typing in an article of 11,000 characters with its preview',
    isWide: true,
    path: ({ draft }) => draft,
    prepare: editorWithPreview,
    async use(page) {
      await typeAtPlaces(page)
      await page.getByRole('region', { name: 'Preview' }).getByText(sentence.trim()).first().waitFor()
    },
  },
  {
    name: 'typing in an article of 11,000 characters on a phone',
    path: ({ draft }) => draft,
    prepare: editor,
    use: typeAtPlaces,
  },
  {
    name: 'preview of an article of 11,000 characters',
    path: ({ draft }) => draft,
    prepare: editor,
    async use(page) {
      for (const name of ['Preview', 'Write', 'Preview']) await tap(tabNamed(page, name))
      await page.locator('.article-preview h2').nth(1).waitFor()
    },
  },
  {
    name: 'command palette',
    path: () => '/',
    async use(page) {
      await press(page, 'Control+k')
      await page.getByRole('dialog').waitFor()
      await typeWords(page, 'settings postgres')
      for (const key of ['ArrowDown', 'ArrowDown', 'Escape']) await press(page, key)
    },
  },
  {
    name: 'search while typing',
    path: () => '/search?q=postgres',
    async use(page) {
      await tap(page.locator('.search-form input[name=q]'))
      await typeWords(page, ' index compiler')
    },
  },
  {
    name: 'menus and dialogs',
    path: () => '/',
    async use(page) {
      await tap(buttonNamed(page, 'Post options'))
      await tap(page.getByRole('menuitem', { name: 'Report' }).first())
      await page.getByRole('dialog').waitFor()
      await press(page, 'Escape')
      await tap(buttonNamed(page, 'Menu'))
      await tap(buttonNamed(page, 'Close menu'))
    },
  },
  {
    name: 'chat message',
    path: ({ livestream }) => livestream,
    async use(page) {
      await tap(page.getByRole('textbox', { name: 'Message', exact: true }))
      for (const text of ['Hello everyone', 'What a query plan']) {
        await typeWords(page, text)
        await press(page, 'Enter')
      }
      await page.locator('.chat-line-text', { hasText: 'query plan' }).first().waitFor()
    },
  },
  {
    name: 'theme',
    path: () => '/',
    async use(page) {
      for (const _ of [1, 2]) await tap(page.locator('.top-bar .theme-toggle'))
    },
  },
  {
    name: 'theme of an article',
    path: ({ article }) => article,
    async use(page) {
      for (const _ of [1, 2]) await tap(page.locator('.top-bar .theme-toggle'))
    },
  },
  {
    name: 'settings form',
    path: () => '/settings',
    async use(page) {
      await tap(page.getByRole('textbox').first())
      await typeWords(page, sentence)
    },
  },
]

/** Waits until the editor has replaced the textarea. */
async function editor(page: Page): Promise<void> {
  await page.locator('.article-host .cm-content').waitFor()
}

async function editorWithPreview(page: Page): Promise<void> {
  await editor(page)
  await page.getByRole('region', { name: 'Preview' }).locator('.prose h2').first().waitFor()
}

const maxScrolls = 20

/** Types in the text's first paragraph, in code, in a list, and at the end. */
async function typeAtPlaces(page: Page): Promise<void> {
  for (const text of ['Measure first', 'const [job]', '- short functions']) {
    const line = page.locator('.cm-line', { hasText: text }).first()
    for (let tries = 0; tries < maxScrolls && !(await line.isVisible()); tries++) await scrollDown(page)
    await click(line)
    await page.keyboard.press('End')
    await typeWords(page, sentence)
  }
  await page.keyboard.press('Control+End')
  await typeWords(page, sentence)
}

/** Scrolls the editor or, on a phone, the page: the editor renders only the lines near the visible ones. */
async function scrollDown(page: Page): Promise<void> {
  await page.locator('.cm-scroller').evaluate((scroller) => {
    scroller.scrollBy({ top: 400, behavior: 'instant' })
    window.scrollBy({ top: 400, behavior: 'instant' })
  })
  await sleep(500)
}

/** Opens the scenario's page and prepares it. */
export async function openScenario(page: Page, { path, prepare }: Scenario, places: Places): Promise<void> {
  await openUntilQuiet(page, path(places))
  await prepare?.(page)
}
