import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linksAloneIn, renderMarkdown, type TextForm } from './markdown.ts'
import type { PreviewOf } from './link-previews.ts'
import { withoutLinkPreviews } from './without-link-previews.ts'

const siteUrl = 'http://devstead.test'
const preview: PreviewOf = (address) => ({ before: `<p><a href="${address}">card</a></p>` })
const render = (source: string, form: TextForm = {}, previewOf: PreviewOf = preview) =>
  renderMarkdown(source, { ...form, siteUrl, image: () => null, preview: previewOf })
const html = (source: string) => render(source).html.replaceAll('\n', '')
const shown = (address: string) => `<figure class="link-card"><p><a href="${address}">card</a></p></figure>`

test('replaces a link on a line by itself, bare or in angle brackets, with a card', () => {
  for (const source of ['https://a.example/b', '<https://a.example/b>', '\n\n  https://a.example/b  \n'])
    assert.equal(html(source), shown('https://a.example/b'))
})

test('keeps the lines before and after as paragraphs, with line breaks and formatting', () => {
  assert.equal(
    html('See *this*  \nthere:\nhttps://a.example/b\nand **on**'),
    `<p>See <em>this</em><br>there:</p>${shown('https://a.example/b')}<p>and <strong>on</strong></p>`,
  )
  assert.equal(
    html('https://a.example/b\nhttps://a.example/c'),
    shown('https://a.example/b') + shown('https://a.example/c'),
  )
})

test('keeps links with their own text, and links in sentences, lists, quotes, tables, and footnotes', () => {
  for (const source of [
    'see https://a.example/b',
    'https://a.example/b.',
    'https://a.example/b https://a.example/c',
    '- https://a.example/b',
    '1. https://a.example/b',
    '> https://a.example/b',
    '| a |\n|---|\n| https://a.example/b |',
    '# https://a.example/b',
    '**https://a.example/b**',
    '**a\nhttps://a.example/b\nc**',
    '[https://a.example/b](https://a.example/b)',
    '[a](https://a.example/b)',
    'x[^1]\n\n[^1]: https://a.example/b',
  ]) {
    assert.doesNotMatch(html(source), /<figure/, source)
    assert.deepEqual(linksAloneIn(source, siteUrl), [], source)
  }
})

test('keeps a link that has no preview, including in plain text', () => {
  const source = 'a\nhttps://a.example/b\nc'
  const plain = renderMarkdown(source, { siteUrl, image: () => null })
  assert.deepEqual(
    render(source, {}, () => null),
    plain,
  )
  assert.deepEqual({ ...render(source), html: '' }, { ...plain, html: '' })
  assert.deepEqual(linksAloneIn(source, siteUrl), ['https://a.example/b'])
})

test('gives each rendered block its source line number', () => {
  const { html: lines } = render('# a\n\nb\n*c\nd*\nhttps://a.example/b\ne', { withLines: true })
  assert.deepEqual(
    [...lines.matchAll(/<(\w+)[^<>]* data-line="(\d)"/g)].map(([, tag, line]) => `${tag} ${line}`),
    ['h1 0', 'p 2', 'figure 5', 'p 6'],
  )
})

test('highlights and escapes code, and numbers its lines', () => {
  const code = { text: 'const a = "<b>"\n</code></pre></figure>', language: 'ts', firstLine: 9 }
  const { html: snippet } = render('https://a.example/b', {}, () => ({ before: '', code, after: '<p>after</p>' }))
  assert.match(
    snippet,
    /^<figure class="code link-snippet"><pre tabindex="0"><span class="link-snippet-numbers" aria-hidden="true">9\n10<\/span>/,
  )
  assert.match(snippet, /<code class="hljs language-ts"><span class="hljs-keyword">const<\/span>/)
  assert.match(snippet, /&lt;b&gt;/)
  assert.equal(snippet.match(/<\/(figure|pre|code)>/g)?.length, 3)
  assert.ok(snippet.endsWith('</pre><p>after</p></figure>\n'))
})

test('replaces previews with plain links for readers outside the site', () => {
  const code = { text: 'a', language: '', firstLine: 1 }
  const source = '```\nx\n```\nhttps://a.example/b?c=1&d=%22\n\nand'
  const before = (address: string) => `<p><a href="${address.replaceAll('&', '&amp;')}" rel="nofollow">x</a></p>`
  for (const withCode of [{}, { code }]) {
    const { html: stored } = render(source, {}, (address) => ({ before: before(address), ...withCode }))
    assert.match(stored, /link-/)
    assert.equal(
      withoutLinkPreviews(stored).replaceAll('\n', ''),
      '<figure class="code"><pre tabindex="0"><code class="hljs">x</code></pre></figure>' +
        '<p><a href="https://a.example/b?c=1&amp;d=%22" rel="nofollow">https://a.example/b?c=1&amp;d=%22</a></p><p>and</p>',
    )
  }
})
