import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sanitized } from './allow-list.ts'
import { markdown } from './parser.ts'

test.each([
  'Hello',
  'Two\n\nparagraphs',
  'a\nline break',
  'It’s “quoted” 👩‍💻, and é is an é',
  '"Quotes" & ampersands < > &lt; &quot;',
  'A <script>alert(1)</script>',
  'Controls \u0001 \u200e \ufffe and \ud800',
  '**bold**',
])('returns the same HTML for %j, whether or not markup follows', (text) => {
  const html = markdown.render(text)
  assert.equal(sanitized(`${html}<hr>`), `${sanitized(html)}<hr>`)
})

test('removes what is not allowed from paragraphs', () => {
  assert.equal(sanitized('<p>a</p>\n<p onclick="x()">b<script>c</script></p>\n'), '<p>a</p>\n<p>b</p>\n')
})
