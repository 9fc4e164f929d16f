import assert from 'node:assert/strict'
import { test } from 'vitest'
import { maxMarkdownLength } from '#kernel/markdown/excerpts.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { readmeHtml } from './readme-html.ts'

const siteUrl = 'http://devstead.test'
const service = {
  render: async (source: string, form?: object) =>
    renderMarkdown(source, { ...form, siteUrl, image: (src) => ({ src: `/proxy?${src}` }) }),
}
const render = (markdown: string, path = 'README.md') =>
  readmeHtml(service, { markdown, path, repository: 'Octo/hello', branch: 'main' })
const addresses = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address)

const files = 'https://raw.githubusercontent.com/Octo/hello'
const pages = 'https://github.com/Octo/hello'

test.each([
  ['[a](docs/use.md#top)', `${pages}/blob/main/docs/use.md#top`],
  ['[a](/LICENSE)', `${pages}/blob/main/LICENSE`],
  ['[a](../../issues)', `${pages}/issues`],
  ['[a][b]\n\n[b]: ./b_(1).md', `${pages}/blob/main/b_%281%29.md`],
  ['[a](https://elsewhere.example/x)', 'https://elsewhere.example/x'],
  ['[a](mailto:a@b.example)', 'mailto:a@b.example'],
  ['![a](docs/a%20b.png)', `/proxy?${files}/main/docs/a%20b.png`],
  ['![a](</docs/a b.png>)', `/proxy?${files}/main/docs/a%20b.png`],
  [`![a](${pages}/blob/dev/x.png?raw=true)`, `/proxy?${files}/dev/x.png`],
  ['<img src="shots/one.webp" alt="x">', `/proxy?${files}/main/shots/one.webp`],
  ['Text <a href="docs/">here</a>.', `${pages}/blob/main/docs/`],
])('resolves %s to %s', async (markdown, address) => {
  assert.deepEqual(addresses(await render(markdown)), [address])
})

test('resolves a README’s relative links, both in a subfolder and on a branch with a slash in its name', async () => {
  const html = await readmeHtml(service, {
    markdown: '![a](a.png) [b](b.md)',
    path: '.github/README.md',
    repository: 'Octo/hello',
    branch: 'release/2.x',
  })
  assert.deepEqual(addresses(html), [
    `/proxy?${files}/release/2.x/.github/a.png`,
    `${pages}/blob/release/2.x/.github/b.md`,
  ])
})

test('shifts heading levels below the page’s headings, and links to the headings', async () => {
  const html = await render('# One\n\n## Two words\n\n##### Five\n\nSetext\n===\n\n[to](#two-words) `<h1>`')
  assert.deepEqual(
    [...html.matchAll(/<h(\d) /g)].map(([, level]) => level),
    ['3', '4', '6', '3'],
  )
  assert.match(html, /<h4 id="h-two-words">.*<\/h4>/)
  assert.match(html, /<a href="#h-two-words">to<\/a> <code>&lt;h1&gt;<\/code>/)
})

test('replaces badges and SVG images with their alt text', async () => {
  const badge = '[![CI](https://github.com/a/b/actions/workflows/ci.yml/badge.svg)](https://ci.example/)'
  const html = await render(`${badge} ![npm][v] ![logo](logo.svg)\n\n[v]: https://img.shields.io/npm/v/x`)
  assert.equal(html, '<p><a href="https://ci.example/" rel="ugc nofollow noopener">CI</a> npm logo</p>\n')
})

test('converts HTML to Markdown: pictures, links, headings, lists, and text', async () => {
  const html = await render(
    [
      '<!-- a note -->',
      '<h1 align="center">\n  <a href="https://x.example"><img src="a.png" width="90"></a>\n  <br>Sprout &amp; *Co*\n</h1>',
      '<div align="center"><b>bold</b></div>',
      '## Use\n\nPress <kbd>Esc</kbd> <!-- no --> or 1 < 2.',
      '<details><summary>More</summary>\n\n- in **markdown**\n\n</details>',
      'Then',
      '<ul><li>one<li>two</ul>',
      '```html\n<p>code</p>\n```',
    ].join('\n\n'),
  )
  assert.match(html, /<h3[^>]*><a href="https:\/\/x\.example\/"[^>]*><img src="\/proxy\?[^"]*a\.png"/)
  assert.match(html, /<\/a> Sprout &amp; \*Co\*<a class/)
  assert.match(html, /<p>bold<\/p>/)
  assert.match(html, /<p>Press Esc +or 1 &lt; 2\.<\/p>/)
  assert.match(html, /<p>More<\/p>\n<ul>\n<li>in <strong>markdown<\/strong><\/li>/)
  assert.match(html, /<li>one<\/li>\n<li>two<\/li>/)
  assert.match(html, /<code[^>]*>.*code/s)
  assert.doesNotMatch(html, /note|align|kbd|details/)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://x.example/)![x](javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '![x](data:text/html,<script>alert(1)</script>)',
  '<svg onload=alert(1)><style>*{}</style>',
  '<iframe src="https://evil.example"></iframe>',
  '<p title="><script>alert(1)</script>">x</p>',
  '<div id="root" class="toast" style="position:fixed">x</div>',
  '<img alt="](javascript:alert(1)) <script>" src="a.png">',
])('neutralizes %s', async (markdown) => {
  const html = await render(markdown)
  assert.doesNotMatch(html, /<(?:script|style|svg|iframe)|\son\w+=|style=|class="toast"|id="root"/)
  for (const address of addresses(html)) assert.match(address!, /^(?:https:\/\/|\/proxy\?https:\/\/|#)/)
})

test('truncates a long README at the end of a line, and shows nothing if it cannot be rendered', async () => {
  const html = await render('A line of words\n\n'.repeat(maxMarkdownLength / 10))
  assert.equal(html.match(/<p>/g)?.length, html.match(/<p>A line of words<\/p>/g)?.length)
  assert.equal(await render('-\n'.repeat(30_000)), '')
})

test.each([
  '<a '.repeat(20_000),
  '<a href=x>'.repeat(9000),
  '['.repeat(50_000),
  '<!--'.repeat(20_000),
  '<div>\n\n'.repeat(9000),
  '[a]('.repeat(25_000),
  '<b>[a]('.repeat(14_000),
  '*a **b '.repeat(7000) + 'c' + ' d** e*'.repeat(7000),
])('renders a hostile README within the time limit: %#', async (markdown) => {
  const start = cpuMs()
  await render(markdown)
  assert.ok(cpuMs() - start < 3000)
})
