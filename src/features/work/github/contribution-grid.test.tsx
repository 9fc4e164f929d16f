import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mount, settle } from '#tests/support/mount.tsx'
import { ContributionGrid } from './contribution-grid.tsx'

const days = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
  count: index,
}))

async function open() {
  const { page } = await mount(<ContributionGrid days={days} caption="Contribution activity for the last 30 days" />)
  const tabStops = () => [...page.querySelectorAll<HTMLElement>('[data-day][tabindex="0"]')]
  const press = (key: string) =>
    settle(() =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  const readout = () => page.querySelector('.contributions-readout')?.textContent
  return { page, tabStops, press, readout }
}

test('renders the days as a table with a caption and a text label for each day', async () => {
  const { page } = await open()
  const table = page.querySelector('table')!
  const caption = document.getElementById(table.getAttribute('aria-labelledby')!)
  assert.equal(caption?.textContent, 'Contribution activity for the last 30 days')
  assert.deepEqual(
    [...table.querySelectorAll('tbody th')].map((one) => one.textContent),
    ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  )
  const texts = [...table.querySelectorAll('[data-day]')].map((one) => one.textContent)
  assert.deepEqual([texts.length, new Set(texts).size], [30, 30])
  assert.ok(texts.includes('4 contributions on Monday, October 5, 2026'))
  assert.equal(table.querySelector('[data-day="4"]')?.getAttribute('data-level'), '2')
})

test('focuses one day with Tab, initially the newest; arrow keys move focus and update the description', async () => {
  const { tabStops, press, readout } = await open()
  assert.deepEqual(
    tabStops().map(({ dataset }) => dataset['day']),
    ['29'],
  )
  tabStops()[0]!.focus()
  for (const [key, day] of [
    ['ArrowUp', '28'],
    ['ArrowLeft', '21'],
    ['ArrowDown', '22'],
    ['ArrowRight', '29'],
    ['ArrowRight', '29'],
    ['Home', '0'],
    ['End', '29'],
  ] as const) {
    await press(key)
    assert.equal((document.activeElement as HTMLElement).dataset['day'], day, key)
    assert.deepEqual(tabStops(), [document.activeElement])
  }
  assert.equal(readout(), '29 contributions on Friday, October 30, 2026')
})

test('reverses the arrow keys in right-to-left text', async () => {
  const { page, tabStops, press } = await open()
  page.querySelector('table')!.style.direction = 'rtl'
  tabStops()[0]!.focus()
  await press('ArrowRight')
  assert.equal((document.activeElement as HTMLElement).dataset['day'], '22')
})

test('describes the day under the pointer', async () => {
  const { page, readout } = await open()
  const day = page.querySelector('[data-day="1"]')!
  await settle(() => day.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  assert.equal(readout(), '1 contribution on Friday, October 2, 2026')
  await settle(() => day.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: page })))
  assert.equal(readout(), '29 contributions on Friday, October 30, 2026')
})
