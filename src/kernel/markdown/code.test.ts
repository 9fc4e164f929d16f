import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const html = (source: string) => renderMarkdown(source, { siteUrl: 'http://devstead.test', image: () => null }).html
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`

test('leaves code unhighlighted if it takes too long to parse, and still highlights the next block', () => {
  const ordinary = fence('typescript', "const a: string = 'b'")
  const before = html(ordinary)
  assert.match(before, /hljs-keyword/)
  for (const [language, piece] of [
    ['typescript', 'a'],
    ['markdown', '[a]('],
    ['csharp', 'a\n'],
    ['java', '$'],
  ] as const) {
    const shown = html(fence(language, piece.repeat(28_000 / piece.length)))
    assert.doesNotMatch(shown, /<span/, language)
    assert.match(shown, new RegExp(`language-${language}`))
    assert.match(html(fence(language, 'a')), />a\n</)
  }
  assert.equal(html(ordinary), before)
})

test('leaves code unhighlighted if highlighting would increase its size many times over', () => {
  for (const [language, sign] of [
    ['less', '&'],
    ['r', '<'],
    ['json', '${'],
  ] as const) {
    const shown = html(fence(language, sign.repeat(5000 / sign.length)))
    assert.doesNotMatch(shown, /<span/, language)
    assert.ok(shown.length < 30_000, `${language}: ${shown.length}`)
  }
})

test('highlights code up to a limit, and leaves the rest unhighlighted', () => {
  const many = html(fence('js', 'let a').repeat(1000))
  assert.equal(many.match(/<figure/g)?.length, 1000)
  assert.ok(many.match(/hljs-keyword/g)!.length < 1000)
  const long = html(fence('js', 'let a\n'.repeat(16_000)))
  assert.doesNotMatch(long, /<span/)
  assert.equal(long.match(/let a/g)?.length, 16_000)
})
