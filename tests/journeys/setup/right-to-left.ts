import type { Page } from '@playwright/test'

/** Shows the current page as in a right-to-left language: every Latin letter outside code becomes an Arabic one. */
export async function turnRightToLeft(page: Page): Promise<void> {
  await page.evaluate(() => {
    const letters = 'ابتثجحخدذرزسشصضطظعغفقكلمنه'
    const inArabic = (text: string) => text.replaceAll(/[a-z]/gi, (letter) => letters[parseInt(letter, 36) - 10]!)
    document.documentElement.dir = 'rtl'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('script, style, textarea, pre, code, kbd, samp, [dir=ltr]'))
        node.nodeValue = inArabic(node.nodeValue!)
    for (const field of document.querySelectorAll<HTMLInputElement>(
      '[placeholder]:not([dir=ltr], [type=email], [type=url])',
    ))
      field.placeholder = inArabic(field.placeholder)
  })
}
