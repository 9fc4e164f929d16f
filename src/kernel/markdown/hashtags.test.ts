import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const render = (source: string) =>
  renderMarkdown(source, { siteUrl: 'http://devstead.test', image: () => null, hasHashtags: true })
const html = (source: string) => render(source).html.trim()
const link = (name: string, text: string) =>
  `<a href="/tag/${name}" class="hashtag">#<span class="p-category">${text.slice(1)}</span></a>`

test('links hashtags to their tag pages, and lists the names in order', () => {
  const { html, hashtags, text } = render('#Rust and (#web-dev), #Rust again.')
  assert.equal(
    html.trim(),
    `<p>${link('rust', '#Rust')} and (${link('web-dev', '#web-dev')}), ${link('rust', '#Rust')} again.</p>`,
  )
  assert.deepEqual([hashtags, text], [['rust', 'web-dev'], '#Rust and (#web-dev), #Rust again.'])
})

test('links tags in any script, and programming language names with symbols', () => {
  assert.deepEqual(render('#日本語 #élixir #हिन्दी #C++ #c# #web_components').hashtags, [
    '日本語',
    'élixir',
    'हिन्दी',
    'cpp',
    'csharp',
    'web-components',
  ])
  assert.equal(html('#日本語'), `<p>${link('%E6%97%A5%E6%9C%AC%E8%AA%9E', '#日本語')}</p>`)
})

test('ignores colors, numbers, and hashtags in code, in links, inside words, or after a backslash', () => {
  for (const source of [
    '`#code`',
    '```\n#code\n```',
    '[#link](https://e.com)',
    'https://e.com/#hash',
    'owner/name#12 name#tag a&#b',
    String.raw`\#escaped`,
    '#42 #2024',
    '#fff #a1b2c3 #1e1e1e80',
    '# #',
    '#!bang #-a',
  ]) {
    assert.deepEqual(render(source).hashtags, [], source)
    assert.doesNotMatch(html(source), /hashtag/, source)
  }
  assert.deepEqual(render('#add #facade').hashtags, ['add', 'facade'])
})

test('links the first ten tags wherever they appear', () => {
  const { hashtags, html } = render(`${Array.from({ length: 12 }, (_, index) => `#t${index}`).join(' ')} #t0`)
  assert.deepEqual(hashtags, ['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9'])
  assert.equal(html.match(/class="hashtag/g)?.length, 11)
})

test('leaves hashtags as text by default', () => {
  const { html, hashtags } = renderMarkdown('#rust', { siteUrl: 'http://devstead.test', image: () => null })
  assert.deepEqual([html.trim(), hashtags], ['<p>#rust</p>', []])
})
