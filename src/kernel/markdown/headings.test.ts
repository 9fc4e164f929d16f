import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const options = { siteUrl: 'http://devstead.test', image: (src: string) => ({ src }) }
const article = (source: string) => renderMarkdown(source, { ...options, isArticle: true }).html.trim()
const ids = (source: string) => [...article(source).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

test('gives a heading an ID made from its words, and a labeled link to itself', () => {
  assert.equal(
    article('## What `it` *costs* & why'),
    '<h2 id="h-what-it-costs-why">What <code>it</code> <em>costs</em> &amp; why' +
      '<a class="heading-anchor" href="#h-what-it-costs-why" aria-label="Link to this section: What it costs &amp; why">' +
      '</a></h2>',
  )
})

test('keeps letters in any script, joins words with hyphens, and names a heading without letters “section”', () => {
  assert.deepEqual(ids("# Über Größe\n# 日本語 見出し\n# C++ & C#: don't\n# 🎉\n# ![A cat](/a.png)"), [
    'h-über-größe',
    'h-日本語-見出し',
    'h-c-c-dont',
    'h-section',
    'h-a-cat',
  ])
})

test('gives headings with the same text different IDs', () => {
  assert.deepEqual(ids('# A\n# A 2\n# A\n# A\n# A-2'), ['h-a', 'h-a-2', 'h-a-3', 'h-a-4', 'h-a-2-2'])
})

test('truncates a long heading’s ID at a word boundary', () => {
  assert.deepEqual(ids(`# ${'word '.repeat(40)}`), [`h-${'word-'.repeat(12).slice(0, -1)}`])
  assert.deepEqual(ids(`# ${'a'.repeat(200)}`), [`h-${'a'.repeat(60)}`])
})

test('gives no IDs to headings in short posts, quotes, and lists', () => {
  assert.equal(renderMarkdown('# A', options).html.trim(), '<h1>A</h1>')
  assert.deepEqual(ids('> # A\n\n- # B\n\n# '), [])
})

test('resolves links to a heading’s words, and leaves other links unchanged', () => {
  const html = article('# The *end*\n\n# Ä\n\n[a](#the-end) [b](#ä) [c](#nowhere) [d](/post/1#the-end)')
  for (const href of ['#h-the-end', '#h-ä', '#nowhere', '/post/1#the-end'])
    assert.ok(html.includes(`<a href="${href === '#h-ä' ? '#h-%C3%A4' : href}">`), html)
})

test('excludes heading anchors from an article’s plain text', () => {
  const source = '# One\n\n## Two *b*\n\ntext'
  const { html: _html, ...plain } = renderMarkdown(source, options)
  const { html: _named, ...named } = renderMarkdown(source, { ...options, isArticle: true })
  assert.deepEqual(named, plain)
})
