import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { contrast } from '#tests/support/contrast.ts'
import { randomFrom } from '#tests/fuzz/random.ts'
import { accentTokens, grounds } from './accent-colors.contract.ts'

const randomColors = (count: number): string[] => {
  const random = randomFrom(20)
  return Array.from({ length: count }, () => `#${random.below(0x1000000).toString(16).padStart(6, '0')}`)
}
const extremes = ['#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff']

test('makes text readable in both themes with 1,000 random accent colors and the most extreme ones', () => {
  for (const color of [...randomColors(1000), ...extremes]) {
    const { light, dark } = accentTokens(color)
    for (const [theme, backgrounds] of [
      [light, ['#f8f7f3', '#ffffff', '#f0eee8']],
      [dark, ['#151412', '#1d1c19', '#262521']],
    ] as const) {
      for (const value of Object.values(theme)) assert.match(value, /^#[\da-f]{6}$/, color)
      for (const text of [theme.accent, theme['accent-strong']])
        for (const ground of [...backgrounds, theme['accent-soft']])
          assert.ok(contrast(text, ground) >= 4.5, `${color}: ${text} on ${ground}`)
      for (const ground of [theme.accent, theme['accent-strong']])
        assert.ok(contrast(theme['on-accent'], ground) >= 4.5, `${color}: text on ${ground}`)
    }
  }
})

test('compares colors with the backgrounds in the design tokens', () => {
  const css = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8')
  const values = [...css.matchAll(/--(?:paper|surface|sunken): (#[\da-f]{6});/g)].map(([, value]) => value)
  assert.deepEqual(values, [...grounds.light, ...grounds.dark])
})

test('keeps a color that is already readable', () => {
  assert.equal(accentTokens('#573a9e').light.accent, '#573a9e')
  assert.equal(accentTokens('#6ad7a5').dark.accent, '#6ad7a5')
})
