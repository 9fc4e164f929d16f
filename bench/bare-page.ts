import type { Page } from 'playwright'
import { click, recordInteractions, takeInp, throttle } from './interactions.ts'

/** How many rows a tap replaces. This takes about 200 ms at 4× slowdown on a quiet machine of 2026. */
const rows = 1000
const taps = 6

const html = `<!doctype html>
<meta name="viewport" content="width=device-width">
<button type="button">Replace</button>
<div></div>
<script>
  const list = document.querySelector('div')
  let round = 0
  document.querySelector('button').addEventListener('click', () => {
    round += 1
    const rows = Array.from({ length: ${rows} }, (_, at) => {
      const row = document.createElement('p')
      row.append('Row ' + at + ' of round ', Object.assign(document.createElement('b'), { textContent: round }))
      return row
    })
    list.replaceChildren(...rows)
  })
</script>`

/** Measures the INP of a page that always does the same work when its button is tapped, in ms. */
export async function measureBareInp(page: Page, url: string): Promise<number> {
  await recordInteractions(page)
  await page.route(`${url}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${url}/bare`)
  await throttle(page)
  for (let count = 0; count < taps; count++) await click(page.getByRole('button'))
  return takeInp(page)
}
