import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AppError } from '../errors.ts'
import { maxMarkdownLength } from './excerpts.ts'
import { imagesIn, type PageOptions, renderMarkdown, type TextForm } from './markdown.ts'

const siteUrl = 'http://devstead.test'
const proxied = (address: string) => ({ src: address.startsWith('/') ? address : `/image-proxy/${address.length}` })
const render = (source: string, options: Partial<PageOptions> & TextForm = {}) =>
  renderMarkdown(source, { siteUrl, image: proxied, ...options })
const html = (source: string, options: Partial<PageOptions> = {}) => render(source, options).html.trim()
const foreign = 'rel="ugc nofollow noopener"'

test('renders CommonMark headings, emphasis, lists, quotes, and code', () => {
  assert.equal(html('# A *b* **c** `d`'), '<h1>A <em>b</em> <strong>c</strong> <code>d</code></h1>')
  assert.equal(html('3. a\n4. b'), '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
  assert.equal(html('> a\n\n---'), '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>')
  assert.equal(html('a  \nb'), '<p>a<br>\nb</p>')
})

test('renders strikethrough, and tables with aligned cells in a scrollable container', () => {
  assert.equal(html('~~a~~'), '<p><s>a</s></p>')
  const table = html('| a | b |\n|:-:|---|\n| 1 | 2 |')
  assert.match(table, /^<div class="table" tabindex="0"><table>/)
  assert.match(table, /<th class="align-center">a<\/th>\n<th>b<\/th>/)
  assert.match(table, /<td class="align-center">1<\/td>/)
})

test('renders a task item as a disabled checkbox with a label', () => {
  const list = html('- [ ] buy *milk*\n- [X] done\n- [ ]none\n- plain [ ]')
  const box = '<input type="checkbox" disabled=""'
  assert.match(list, new RegExp(`<li class="task"><label>${box}> buy <em>milk</em></label></li>`))
  assert.match(list, new RegExp(`<li class="task"><label>${box} checked=""> done</label></li>`))
  assert.equal(list.match(/<input/g)?.length, 2)
  assert.equal(render('- [ ] buy').text, 'buy')
})

test('links HTTP(S), www, and email addresses, but not file names or other schemes', () => {
  assert.equal(
    html('https://e.com/a_b_c?d=1&e=2'),
    `<p><a href="https://e.com/a_b_c?d=1&amp;e=2" ${foreign}>https://e.com/a_b_c?d=1&amp;e=2</a></p>`,
  )
  assert.equal(html('www.e.com.'), `<p><a href="http://www.e.com/" ${foreign}>www.e.com</a>.</p>`)
  assert.equal(html('me@e.com'), '<p><a href="mailto:me@e.com">me@e.com</a></p>')
  for (const text of ['README.md', 'main.py', 'ftp://e.com/a', '//e.com', 'www.local'])
    assert.equal(html(text), `<p>${text}</p>`)
})

test('marks links to other sites, and makes links to this site relative to the root', () => {
  assert.equal(html('[a](https://e.com "t")'), `<p><a href="https://e.com/" title="t" ${foreign}>a</a></p>`)
  for (const own of ['/post/1?a=1#b', `${siteUrl}/post/1?a=1#b`])
    assert.equal(html(`[a](${own})`), '<p><a href="/post/1?a=1#b">a</a></p>')
  assert.equal(html('[a](#part)'), '<p><a href="#part">a</a></p>')
  assert.equal(html('[a](mailto:a@e.com)'), '<p><a href="mailto:a@e.com">a</a></p>')
})

test('never treats a URL with another host as a path on this site', () => {
  assert.equal(html(`[a](${siteUrl}//e.com)`), `<p><a href="${siteUrl}//e.com">a</a></p>`)
  for (const address of [
    '//e.com',
    '/\\e.com',
    '\\\\e.com',
    '///e.com',
    '/\t/e.com',
    `${siteUrl}.e.com/`,
    `${siteUrl}@e.com/`,
    `${siteUrl}//e.com`,
    '/.//e.com',
    '/x/..//e.com',
  ]) {
    const href = /href="([^"]*)"/.exec(html(`[a](<${address}>)`))?.[1]
    if (href === undefined || href.includes(foreign)) continue
    assert.doesNotMatch(href, /^[/\\][/\\]/, address)
  }
})

test('does not link URLs that run code or disguise their target', () => {
  const tricks = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#1;javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'blob:https://e.com/1',
    'view-source:x',
    'feed:javascript:1',
    'https://user:pass@e.com/',
    'https://google.com@e.com',
  ]
  for (const trick of tricks) {
    for (const source of [
      `[a](${trick})`,
      `[a](<${trick}>)`,
      `[a][r]\n\n[r]: <${trick}>`,
      `<${trick}>`,
      `![a](<${trick}>)`,
    ]) {
      const href = /(?:href|src)="([^"]*)"/.exec(html(source))?.[1] ?? '/'
      assert.match(href, /^\/(?!\/)|^https:\/\/(user\/|google\.com\/|e\.com\/1)$/, source)
      assert.doesNotMatch(href, /^https?:\/\/[^/]*@/, source)
    }
  }
})

test('renders pictures with dimensions, reserved space, and alt text', () => {
  const image = () => ({ src: '/a.webp', srcset: '/a-480.webp 480w, /a.webp 960w', width: 960, height: 640 })
  const shown = html('![a *cat*](/a.webp "Tom")', { image })
  assert.equal(
    shown,
    '<p><img src="/a.webp" srcset="/a-480.webp 480w, /a.webp 960w" sizes="(min-width: 48rem) 44rem, 100vw" alt="a cat" title="Tom" width="960" height="640" loading="lazy" decoding="async"></p>',
  )
  assert.match(html('![](/a.webp)'), /alt=""/)
})

test('looks up each picture once, whether given as a path or an absolute URL', () => {
  const source = `![a](${siteUrl}/a.png) ![b](https://e.com/b.png) ![b](https://e.com/b.png) [![c](/c.png)](/d) ![no](data:image/png;base64,AA)\n\n\`![x](/x.png)\``
  const asked: string[] = []
  const { images } = render(source, { image: (address) => (asked.push(address), { src: `/p${asked.length}` }) })
  assert.deepEqual([...new Set(asked)], imagesIn(source, siteUrl))
  assert.deepEqual(imagesIn(source, siteUrl), ['/a.png', 'https://e.com/b.png', '/c.png'])
  assert.deepEqual(images, ['/p1', '/p2', '/p3', '/p4'])
})

test('replaces a picture that cannot be shown with a link, or with its alt text if it is inside a link', () => {
  const image = () => null
  assert.equal(html('![a](https://e.com/a.png)', { image }), `<p><a href="https://e.com/a.png" ${foreign}>a</a></p>`)
  assert.equal(html('[![a](https://e.com/a.png)](/b)', { image }), '<p><a href="/b">a</a></p>')
  assert.match(html('![](https://e.com/a.png)', { image }), />https:\/\/e\.com\/a\.png<\/a>/)
})

test('highlights code in known languages with class names', () => {
  const code = html("```ts title\nconst a = '<b>'\n```")
  assert.match(code, /^<figure class="code" data-language="ts"><pre tabindex="0"><code class="hljs language-ts">/)
  assert.match(code, /<span class="hljs-keyword">const<\/span>/)
  assert.match(code, /'&lt;b&gt;'/)
  assert.match(html('```Brainfog\n<b>\n```'), /data-language="brainfog".*language-brainfog">&lt;b&gt;/)
  assert.match(html('    a < b'), /^<figure class="code"><pre tabindex="0"><code class="hljs">a &lt; b/)
})

test('escapes the language name', () => {
  for (const name of [
    '"onmouseover=alert(1)',
    "'><script>",
    'a"b',
    'ts"x="',
    '&quot;x',
    'constructor',
    '__proto__',
    'c++',
    'c#',
    'ä',
  ]) {
    const [, className] = /<code class="([^"]*)">/.exec(html(`\`\`\`${name}\nx\n\`\`\``)) ?? []
    assert.match(className ?? '', /^hljs( language-[a-z0-9+#._-]+)?$/, name)
  }
})

test('shows HTML as text', () => {
  assert.equal(
    html('<b>a</b> <script>alert(1)</script>'),
    '<p>&lt;b&gt;a&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  assert.equal(html('<div onclick="a">\n*b*\n</div>'), '<p>&lt;div onclick="a"&gt;\n<em>b</em>\n&lt;/div&gt;</p>')
})

test('rejects text beyond the limit, and renders text at the limit', () => {
  const isRefusal = (reason: unknown) => reason instanceof AppError && reason.code === 'invalid_input'
  assert.throws(() => render('a'.repeat(maxMarkdownLength + 1)), isRefusal)
  assert.ok(html('a '.repeat(maxMarkdownLength / 2)).length > 99_000)
})

test('omits markup from plain text, and omits code and pictures from excerpts when there is prose', () => {
  const { text, excerpt200, readingMinutes } = render(
    '# A\n\nb **c** [d](/e)\nf\n\n```js\nlet g\n```\n\n![cat](/h.png)',
  )
  assert.equal(text, 'A\nb c d f\nlet g\ncat')
  assert.equal(excerpt200, 'A b c d f')
  assert.equal(readingMinutes, 1)
  assert.equal(render('![cat](/h.png)').shareText100, 'cat')
  assert.equal(render('`code` a').excerpt200, 'code a')
})

test('handles lone surrogates and NUL', () => {
  assert.equal(html('a\uD800b\0'), '<p>a\uFFFDb\uFFFD</p>')
  assert.match(html('[a](https://e.com/\uD800)'), /href="https:\/\/e\.com\/%EF%BF%BD"/)
})

test('limits how many links it renders as links, keeps the text of the rest, and rejects too many table cells', () => {
  const links = html('[a](b)'.repeat(16_000))
  assert.equal(links.replaceAll(/<[^>]*>/g, ''), 'a'.repeat(16_000))
  assert.ok(links.match(/<a /g)!.length > 3000)
  const long = html(`[a]: /${'b'.repeat(2000)}\n\n${'[a]'.repeat(30_000)}`)
  assert.ok(long.length < 1_000_000)
  assert.throws(() => render('a|b\n-|-\n'.repeat(12_000)), AppError)
})

test('keeps invisible characters in URLs percent-encoded', () => {
  for (const code of ['%00', '%0A', '%1b', '%E2%80%AE', '%e2%80%8b']) {
    assert.ok(html(`https://example.com/${code}x`).includes(`>https://example.com/${code}x</a>`), code)
  }
  assert.ok(html('https://example.com/%C3%A9').includes('>https://example.com/é</a>'))
})

test('adds source line numbers to blocks on request', () => {
  const source = `# A

b
c

- d
  - e

> f

| g |
|---|
| h |

\`\`\`
i
\`\`\`

---

<iframe src="https://player.vimeo.com/video/1"></iframe>
<iframe src="https://e.com/"></iframe>

j[^1]

[^1]: k`
  const { html: marked } = render(source, { withLines: true })
  const lines = [...marked.matchAll(/<(\w+)[^>]*? data-line="(\d+)"/g)].map(([, tag, line]) => `${tag} ${line}`)
  assert.deepEqual(
    lines.join(', '),
    'h1 0, p 2, ul 5, li 5, ul 6, li 6, blockquote 8, p 8, div 10, thead 10, tr 10, tbody 12, tr 12, figure 14, hr 18, div 20, p 21, p 23',
  )
  assert.doesNotMatch(html(source), /data-line/)
  assert.equal(marked.replaceAll(/ data-line="\d+"/g, '').trim(), html(source))
})
