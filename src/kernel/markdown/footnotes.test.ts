import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown, type TextForm } from './markdown.ts'

const options = { siteUrl: 'http://devstead.test', image: (src: string) => ({ src }) }
const render = (source: string, form: TextForm = { isArticle: true }) => renderMarkdown(source, { ...options, ...form })
const html = (source: string) => render(source).html.trim()
const notes = (source: string) =>
  /<ol aria-label="Footnotes">\n(.*)<\/ol>/s.exec(html(source))?.[1]?.replaceAll('\n', '') ?? ''
const back = (place: string, label: string, sign = '') =>
  ` <a href="#fnref-${place}" class="footnote-back" aria-label="Back to reference ${label}">↩\uFE0E${sign}</a>`

test('links a reference to its footnote at the end of the text, and the footnote back to the reference', () => {
  assert.equal(
    html('A[^why] b.\n\n[^why]: Because *so*.\n\nEnd'),
    '<p>A<sup><a id="fnref-1" href="#fn-1" class="footnote-ref" aria-label="Footnote 1">1</a></sup> b.</p>\n<p>End</p>\n' +
      '<section class="footnotes">\n<ol aria-label="Footnotes">\n' +
      `<li id="fn-1">\n<p>Because <em>so</em>.${back('1', '1')}</p>\n</li>\n</ol>\n</section>`,
  )
})

test('numbers footnotes, including inline ones, in the order of their references', () => {
  const list = notes('a[^b] c^[in *line*] d[^a]\n\n[^a]: A\n\n[^b]: B')
  assert.equal(list.replaceAll(/<[^>]*>/g, ''), ['B', 'in line', 'A'].map((note) => `${note} ↩\uFE0E`).join(''))
})

test('adds two back references to a footnote with two references', () => {
  assert.equal(
    notes('a[^1] b[^1]\n\n[^1]: N'),
    `<li id="fn-1"><p>N${back('1', '1')}${back('1-2', '1, place 2', '<sup>2</sup>')}</p></li>`,
  )
  assert.match(html('a[^1] b[^1]\n\n[^1]: N'), /id="fnref-1-2"/)
})

test('supports indented continuation lines, lists, code, and references in a footnote', () => {
  const list = notes('a[^1]\n\n[^1]: N[^2]\n\n    - x\n\n          code\n\n[^2]: M[^1]')
  assert.match(list, /<li id="fn-1"><p>N<sup>.*<ul><li><p>x<\/p><figure.*<\/ul><p> <a href="#fnref-1"/)
  assert.match(list, /<li id="fn-2"><p>M<sup><a id="fnref-1-2"/)
})

test('leaves references without a definition as text', () => {
  for (const text of ['a[^1]', 'a^[]', '[^constructor]', '[^a b]', '`[^1]`', 'x^2'])
    assert.equal(html(text).replaceAll(/<[^>]*>/g, ''), text.replaceAll('`', ''))
  assert.equal(html('a\n\n[^1]: never asked for'), '<p>a</p>')
  assert.match(html('[^1] \\[^1]\n\n[^1]: a'), /<\/sup> \[\^1\]<\/p>/)
})

test('does not nest links: keeps a footnote reference instead of the link around it, and shows an inline footnote in a link as text', () => {
  assert.match(html('[x[^1]](/y)\n\n[^1]: a'), /<p>\[x<sup><a [^>]*>1<\/a><\/sup>\]\(\/y\)<\/p>/)
  assert.equal(html('[x^[a]](/y)'), '<p><a href="/y">x^[a]</a></p>')
  assert.equal(html('^[x^[y]]').match(/<li /g)?.length, 1)
})

test('ignores references in alt text', () => {
  const shown = html('![a[^1]](/x.png) b[^1]\n\n[^1]: N')
  assert.equal(shown.match(/class="footnote-back"/g)?.length, 1)
  assert.match(shown, /alt="a"/)
})

test('uses the first of two footnotes with the same label, even one in a quote or list', () => {
  assert.match(notes('a[^1]\n\n[^1]: first\n\n[^1]: second'), /<p>first/)
  assert.match(notes('> a[^1]\n>\n> [^1]: quoted'), /<p>quoted/)
  assert.match(notes('- a[^1]\n\n  [^1]: listed'), /<p>listed/)
})

test('gives the footnotes of two posts on one page different IDs', () => {
  const ids = ['a^[x]', 'b^[x]'].flatMap((source) =>
    [...render(source, {}).html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
  )
  assert.equal(new Set(ids).size, 4)
  for (const id of ids) assert.match(id, /^(fn|fnref)-[0-9a-f]{8}-1$/)
})

test('omits reference marks, but not footnotes, from plain text, and omits both from excerpts', () => {
  const { text, excerpt200 } = render('One[^1] two^[in line].\n\n[^1]: The note.')
  assert.equal(text, 'One two.\nThe note.\nin line')
  assert.equal(excerpt200, 'One two.')
})

test('links at most a thousand references, and leaves the rest as text', () => {
  const shown = html(`${'[^1]'.repeat(1002)}\n\n[^1]: a`)
  assert.equal(shown.match(/<sup><a id/g)?.length, 1000)
  assert.equal(shown.match(/footnote-back/g)?.length, 10)
  assert.match(shown, /\[\^1\]\[\^1\]<\/p>/)
})
