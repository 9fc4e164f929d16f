import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'vitest'
import { contrast } from '#tests/support/contrast.ts'
import { codeTokens } from './code-themes.contract.ts'
import { lookCss } from './look.contract.ts'
import { defaultTokens } from './look-defaults.contract.ts'
import { codeThemeNames, typefaceNames } from './look-names.contract.ts'
import { defaultSettings } from './site-settings.contract.ts'
import { fontFiles, fontVersion, preloadedFonts } from './typefaces.contract.ts'

const tokensCss = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8')
const [lightCss, darkCss] = tokensCss.split('@media screen')

test('adds no styles to the default look', () => {
  assert.equal(lookCss(defaultSettings), '')
})

test('knows the default values of the tokens that it changes', () => {
  const valuesIn = (css: string, tokens: object) =>
    Object.fromEntries(Object.keys(tokens).map((name) => [name, new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]]))
  assert.deepEqual(defaultTokens.light, valuesIn(lightCss!, defaultTokens.light))
  assert.deepEqual(defaultTokens.dark, valuesIn(darkCss!, defaultTokens.dark))
  assert.deepEqual(defaultTokens.both, valuesIn(lightCss!, defaultTokens.both))
})

test('changes only tokens that previews reset', () => {
  const known = new Set(Object.values(defaultTokens).flatMap((tokens) => Object.keys(tokens)))
  const css = lookCss({ accent: '#573a9e', typeface: 'editorial', density: 'compact', codeTheme: 'github' })
  const changed = [...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name!)
  assert.ok(changed.length > 30)
  assert.deepEqual(
    changed.filter((name) => !known.has(name)),
    [],
  )
})

test.each(codeThemeNames)('makes code readable with the colors of “%s”', (theme) => {
  for (const scheme of ['light', 'dark'] as const) {
    const tokens: Record<string, string> = { ...defaultTokens[scheme], ...codeTokens(theme, scheme) }
    const grounds = ['paper', 'added', 'removed'].map((name) => tokens[`code-${name}`]!)
    const texts = ['ink', 'comment', 'keyword', 'string', 'number', 'name', 'type', 'meta']
    for (const text of texts)
      for (const ground of grounds)
        assert.ok(contrast(tokens[`code-${text}`]!, ground) >= 4.5, `${scheme} ${text} on ${ground}`)
    const label = /--ink-3: (#[\da-f]{6});/.exec(scheme === 'light' ? lightCss! : darkCss!)![1]!
    assert.ok(contrast(label, tokens['code-paper']!) >= 4.5, `${scheme} label`)
  }
})

test('loads only the fonts of the chosen pair, from files that exist', () => {
  const { resolve } = createRequire(import.meta.url)
  for (const typeface of typefaceNames) {
    const css = lookCss({ ...defaultSettings, typeface })
    const urls = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url!)
    assert.equal(urls.length, typeface === 'grotesk' ? 0 : 4)
    assert.equal(css.match(/font-display:swap/g)?.length ?? 0, urls.length)
    for (const url of [...urls, ...preloadedFonts(typeface)]) {
      const file = readFileSync(resolve(fontFiles.get(url)!))
      assert.equal(file.toString('latin1', 0, 4), 'wOF2')
    }
  }
})

test('uses the font for headings in headlines that are not headings, too', () => {
  const css = lookCss({ ...defaultSettings, typeface: 'editorial' })
  for (const name of ['h1', '.brand-name', '.portfolio-headline', '.feed-cover-name'])
    assert.match(css, new RegExp(`[,}]${name.replace('.', String.raw`\.`)}[^{}]*{font-family:"Source Serif 4"`))
})

test('includes the font packages’ version in the files’ URLs', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const file of fontFiles.values())
    assert.equal(dependencies[file.split('/').slice(0, 2).join('/')], fontVersion, file)
})
