import assert from 'node:assert/strict'
import { test } from 'vitest'
import { across, ladder } from './scroll-map.hooks.ts'

const steps = ladder(
  [
    { text: 20, preview: 100 },
    { text: 44, preview: 900 },
    { text: 40, preview: 950 },
    { text: 400, preview: 1000 },
    { text: 5000, preview: 6000 },
  ],
  { text: 1000, preview: 2000 },
)

test('aligns the same content on both sides', () => {
  for (const [text, preview] of [
    [0, 0],
    [20, 100],
    [44, 900],
    [400, 1000],
    [1000, 2000],
  ] as const) {
    assert.equal(across(steps, 'text', text), preview)
    assert.equal(across(steps, 'preview', preview), text)
  }
})

test('interpolates between positions, so that scrolling past a tall picture does not jump', () => {
  assert.equal(across(steps, 'text', 32), 500)
  assert.equal(across(steps, 'preview', 500), 32)
  assert.equal(across(steps, 'text', 700), 1500)
})

test('never makes the other side jump or scroll backward', () => {
  for (const side of ['text', 'preview'] as const) {
    let last = 0
    for (let place = 0; place <= 2100; place += 1) {
      const other = across(steps, side, place)
      assert.ok(other >= last && other - last < 40, `${side} ${place}: ${last} to ${other}`)
      last = other
    }
  }
})

test('keeps an unscrollable side at the top', () => {
  assert.equal(across(ladder([], { text: 0, preview: 500 }), 'preview', 250), 0)
  assert.equal(across(ladder([], { text: 0, preview: 0 }), 'text', 0), 0)
  assert.equal(across(ladder([{ text: 20, preview: 20 }], { text: 500, preview: 0 }), 'text', 500), 0)
})
