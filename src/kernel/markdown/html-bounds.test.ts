import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { pathologicalMarkdown } from '#tests/trust/pathological-markdown.ts'
import { AppError } from '../errors.ts'
import { maxMarkdownLength } from './excerpts.ts'
import { type HtmlBounds, listBounds, pageBounds, withinBounds } from './html-bounds.ts'
import { renderMarkdown } from './markdown.ts'

const options = { siteUrl: 'http://devstead.test', image: (src: string) => ({ src }) }
const paragraphs = (count: number) => Array.from({ length: count }, (_, n) => `<p>No ${n}</p>`).join('\n')
const cut = (html: string, bounds: Partial<HtmlBounds>) =>
  withinBounds(html, { maxBytes: 1000, maxWeight: 1000, ...bounds })

/** Returns missing and extra end tags. */
function faultsIn(html: string): string[] {
  const open: string[] = []
  const faults: string[] = []
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^<>]*>/g)) {
    if (slash && open.pop() !== name) faults.push(`</${name}>`)
    if (!slash && !['br', 'hr', 'img', 'input'].includes(name)) open.push(name)
  }
  return [...faults, ...open]
}

test('leaves HTML within the limits unchanged', () => {
  const html = paragraphs(5)
  assert.deepEqual(cut(html, { maxBytes: html.length, maxWeight: 5 }), { html, isTruncated: false })
  assert.deepEqual(cut('', {}), { html: '', isTruncated: false })
})

test('truncates at the end of a block when the byte or weight limit is exceeded', () => {
  const expected = { html: paragraphs(3), isTruncated: true }
  assert.deepEqual(cut(paragraphs(5), { maxBytes: paragraphs(3).length + 4 }), expected)
  assert.deepEqual(cut(paragraphs(5), { maxWeight: 3 }), expected)
})

test('truncates lists between items and tables between rows, and closes their elements', () => {
  const list = `<ul>\n${'<li>one</li>\n'.repeat(9)}</ul>`
  assert.equal(cut(list, { maxWeight: 3 }).html, '<ul>\n<li>one</li>\n<li>one</li></ul>')
  const table = `<div class="table"><table>\n<tbody>\n${'<tr><td>one</td></tr>\n'.repeat(9)}</tbody></table></div>`
  assert.equal(
    cut(table, { maxWeight: 11 }).html,
    '<div class="table"><table>\n<tbody>\n<tr><td>one</td></tr>\n<tr><td>one</td></tr></tbody></table></div>',
  )
})

test('truncates between words inside a block that takes up most of the limit, and closes the block', () => {
  assert.equal(cut('<p>a <em>word by word</em></p>', { maxBytes: 27 }).html, '<p>a <em>word…</em></p>')
  assert.equal(cut(`<p>${'<em>a</em> '.repeat(9)}</p>`, { maxWeight: 3 }).html, '<p><em>a</em> <em>a</em> …</p>')
  const code = `<figure class="code"><pre tabindex="0"><code>${'let a\n'.repeat(99)}</code></pre></figure>`
  const { html } = cut(code, { maxBytes: 100 })
  assert.match(html, /<code>let a\nlet…<\/code><\/pre><\/figure>$|<code>(let a\n)*let a…<\/code><\/pre><\/figure>$/)
})

test('does not put text where HTML does not allow it', () => {
  const wide = `<table>\n<thead>\n<tr>${'<th>a</th>'.repeat(9)}</tr></thead></table>`
  assert.equal(cut(wide, { maxWeight: 9 }).html, '<table>\n<thead>\n<tr><th>a</th><th>a</th></tr></thead></table>')
})

test('does not split characters or entities', () => {
  for (let maxBytes = 10; maxBytes < 60; maxBytes++) {
    for (const piece of ['😀', '&amp;', 'é&lt;']) {
      const { html } = cut(`<p>${piece.repeat(30)}</p>`, { maxBytes })
      assert.match(html, new RegExp(`^<p>(${piece})*(é)?…</p>$`))
      assert.ok(Buffer.byteLength(html) <= maxBytes, html)
    }
  }
})

test('counts a code block, a table, a picture, or a player as heavier than a paragraph', () => {
  const countOf = (element: string) => cut(element.repeat(2000), { maxBytes: 1e6 }).html.split(element).length - 1
  const [paragraph, ...heavy] = [
    '<p>a</p>',
    '<p><img src="/a.png" alt=""></p>',
    '<figure class="code"><pre><code></code></pre></figure>',
    '<div class="table"><table></table></div>',
    '<div class="embed"><iframe></iframe></div>',
  ].map(countOf)
  assert.equal(paragraph, 1000)
  assert.ok(
    heavy.every((count) => count < 200),
    String(heavy),
  )
  assert.ok(heavy.at(-1)! <= 5, String(heavy))
})

test('truncates any text to the limits of a page or list, and closes every element', () => {
  const texts = { ...pathologicalMarkdown(maxMarkdownLength), fences: '```\n'.repeat(24_997) }
  for (const [name, text] of Object.entries(texts)) {
    try {
      const { html, beginningHtml } = renderMarkdown(text, options)
      assert.ok(Buffer.byteLength(html) <= pageBounds.maxBytes, name)
      assert.ok(Buffer.byteLength(beginningHtml ?? html) <= listBounds.maxBytes, name)
      assert.deepEqual([...faultsIn(html), ...faultsIn(beginningHtml ?? '')], [], name)
    } catch (reason) {
      if (!(reason instanceof AppError)) throw reason
    }
  }
})

test('renders long, ordinary text in full', () => {
  const section = `## Measuring\n\n${'A sentence with a [link](https://example.org/) and `code`. '.repeat(5)}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nconst answer = await ask(42)\n\`\`\`\n\n`
  const text = section.repeat(Math.floor(maxMarkdownLength / section.length))
  expect(renderMarkdown(text, options)).toMatchObject({ isTruncated: false })
  expect(renderMarkdown('語'.repeat(maxMarkdownLength), options)).toMatchObject({ isTruncated: false })
})
