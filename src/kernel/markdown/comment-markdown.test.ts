import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderComment } from './comment-markdown.ts'

const siteUrl = 'http://devstead.test'
const htmlOf = (source: string) => renderComment(source, siteUrl).html.trim()

test('renders links, code, and emphasis, and keeps line breaks', () => {
  assert.equal(htmlOf('*a* **b** `c`\nd'), '<p><em>a</em> <strong>b</strong> <code>c</code><br>\nd</p>')
  assert.equal(
    htmlOf('[x](https://a.example/) https://b.example'),
    '<p><a href="https://a.example/" rel="ugc nofollow noopener">x</a> ' +
      '<a href="https://b.example/" rel="ugc nofollow noopener">https://b.example</a></p>',
  )
  assert.match(htmlOf('```js\nlet a\n```'), /<figure class="code" data-language="js">/)
})

test('shows headings, lists, quotes, pictures, tables, and HTML as text', () => {
  for (const source of [
    '# a',
    '- a',
    '> a',
    '1. a',
    '<b>a</b>',
    '| a |\n|---|\n| b |',
    '---',
    '![a](https://b.example/c.png)',
  ]) {
    const html = htmlOf(source)
    assert.match(html, /^<p>[^]*<\/p>$/, html)
    assert.doesNotMatch(html, /<(h1|ul|ol|blockquote|b|table|hr|img)\b/, html)
  }
})

test('links only HTTP(S) URLs, and returns links to other sites', () => {
  assert.doesNotMatch(htmlOf('[x](javascript:alert(1)) [y](data:text/html,z)'), /<a /)
  const { links } = renderComment('https://a.example/1 [b](/post/1) www.c.example', siteUrl)
  assert.deepEqual(links, ['https://a.example/1', 'http://www.c.example/'])
})
