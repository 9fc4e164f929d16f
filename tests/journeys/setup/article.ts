import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the fields in the article editor. */
export const editorOf = (page: Page) => ({
  title: page.getByRole('textbox', { name: 'Title' }),
  category: page.getByRole('combobox', { name: 'Category' }),
  text: page.getByRole('textbox', { name: 'Content' }),
  status: page.locator('.article-status'),
  publish: page.getByRole('button', { name: /^Publish/ }),
  update: page.getByRole('button', { name: /^Updat/ }),
  conflict: page.getByRole('region', { name: /changed in the meantime/ }),
})

/** Types at the end of the text. */
export async function typeAtEnd(page: Page, words: string): Promise<void> {
  await editorOf(page).text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(words)
}

export const hasStatus = (page: Page, status: string): Promise<void> => expect(editorOf(page).status).toHaveText(status)

/** Fills in a new article with a title, a category, and at least fifty characters, and waits until the article is
 *  saved. */
export async function writeArticle(page: Page, title: string, content: string): Promise<void> {
  const editor = editorOf(page)
  await editor.title.fill(title)
  await chooseCategory(editor.category)
  await typeAtEnd(page, content)
  await hasStatus(page, 'Saved')
}

const chooseCategory = async (category: Locator) => {
  await expect(category.getByRole('option', { name: 'Tech Tips' })).toBeAttached()
  await category.selectOption('Tech Tips')
}

export const longEnough = 'Fifty characters are what an article needs at the very least, so here they are.'
