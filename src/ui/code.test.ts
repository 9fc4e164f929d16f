import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'

const css = (file: string) => fs.readFileSync(new URL(file, import.meta.url), 'utf8')
const [light = '', dark = ''] = css('tokens.css').split('.dark {')

/** Returns a theme color as red, green, and blue values. */
function colorOf(theme: string, name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(theme)?.[1]
  assert.ok(hex, name)
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: number[], other: number[]): number {
  const luminance = (rgb: number[]) => {
    const [red, green, blue] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

test('gives every syntax color enough contrast in both themes', () => {
  const used = [...css('code.css').matchAll(/ color: var\(--([a-z0-9-]+)\)/g)].map(([, name]) => name!)
  assert.ok(used.length > 10)
  const faint: string[] = []
  for (const [name, theme] of Object.entries({ light, dark })) {
    const pairs = used.map((ink): [string, string] => [ink, 'code-paper'])
    for (const [ink, ground] of [...pairs, ['green', 'code-added'], ['rose', 'code-removed']] as const) {
      const ratio = contrast(colorOf(theme, ink), colorOf(theme, ground))
      if (ratio < 4.5) faint.push(`${name}: ${ink} on ${ground} ${ratio.toFixed(2)}`)
    }
  }
  assert.deepEqual(faint, [])
  assert.equal(contrast([1, 1, 1], [0, 0, 0]).toFixed(2), '21.00')
})
