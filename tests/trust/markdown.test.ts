import assert from 'node:assert/strict'
import { Parser } from 'htmlparser2'
import { test } from 'vitest'
import { benchMarkdown, quickestMs } from '../../bench/markdown.ts'
import { sanitized } from '#kernel/markdown/allow-list.ts'
import { maxMarkdownLength } from '#kernel/markdown/excerpts.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { xssCorpus, xssPayloads } from './xss-corpus.ts'

const siteUrl = 'http://devstead.test'
const image = (address: string) => ({
  src: address.startsWith('/') ? address : '/image-proxy/a/b',
  srcset: '/a 480w, /b 960w',
})
const render = (source: string) => renderMarkdown(source, { siteUrl, image }).html

const plain = 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul em strong s table thead tbody tr label'
const attributes: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(plain.split(' ').map((name) => [name, {}])),
  ol: { start: /^\d{1,9}$/ },
  li: { class: /^task$/ },
  a: { href: /^(https?:\/\/[^/@]+([/?#]|$)|\/(?!\/)|#|mailto:)/, title: /^/, rel: /^ugc nofollow noopener$/ },
  img: {
    src: /^\/(?!\/)/,
    srcset: /^\/a 480w, \/b 960w$/,
    sizes: /^\([^"<>]*$/,
    alt: /^/,
    title: /^/,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  figure: { class: /^code$/, 'data-language': /^[a-z0-9+#._-]+$/ },
  pre: { tabindex: /^0$/ },
  code: { class: /^hljs( language-[a-z0-9+#._-]+)?$/ },
  span: { class: /^[a-z_ -]+$/ },
  div: { class: /^(embed|table)$/, tabindex: /^0$/ },
  th: { class: /^align-(left|right|center)$/ },
  td: { class: /^align-(left|right|center)$/ },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/ },
  iframe: {
    src: /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]+|player\.vimeo\.com\/video\/\d+)(\?[\w=&-]+)?$/,
    title: /^/,
    loading: /^lazy$/,
    sandbox: /^allow-scripts allow-same-origin allow-presentation allow-popups$/,
    referrerpolicy: /^strict-origin-when-cross-origin$/,
    allow: /^[a-z; -]+$/,
  },
}

/** What a page would hold that is not on the list above, each as a line. */
function faultsIn(html: string): string[] {
  const faults: string[] = []
  const parser = new Parser({
    onopentag(name, given) {
      const allowed = attributes[name]
      if (!allowed) faults.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(given)) {
        if (!allowed?.[attribute]?.test(value)) faults.push(`<${name} ${attribute}="${value}">`)
      }
    },
    oncomment: (text) => faults.push(`<!--${text}`),
    onprocessinginstruction: (name) => faults.push(`<${name}`),
  })
  parser.end(html)
  return faults
}

test('the list of faults sees what is wrong', () => {
  const wrong = [
    '<script>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<a href="//evil.example">',
    '<img src="https://x/a">',
    '<!--x-->',
    '<a href="https://a@b/">',
  ]
  for (const html of wrong) assert.equal(faultsIn(html).length, 1, html)
  assert.deepEqual(faultsIn(render('# A\n\n- [x] [b](https://c.d) ![e](/f)\n\n```ts\nlet a\n```')), [])
})

test('checks 24, 25, 29 and 30: no hostile text gets an element, attribute or address onto a page that is not ours', () => {
  const corpus = xssCorpus()
  assert.ok(xssPayloads().length > 700 && corpus.length > 10_000)
  for (const source of corpus) assert.deepEqual(faultsIn(render(source)), [], source)
})

test('the second wall alone holds against the same texts as HTML', () => {
  for (const payload of xssPayloads()) {
    const faults = faultsIn(sanitized(payload)).filter((fault) => !/^<(a href|img src|iframe|input)/.test(fault))
    assert.deepEqual(faults, [], payload)
    assert.doesNotMatch(sanitized(payload), /(href|src)="\s*(javascript|data|vbscript):/i)
  }
})

test('check 44: no text is much slower than ordinary prose of its length', () => {
  const prose = 'The *quick* brown fox [jumps](/over) the `lazy` dog, and **sleeps** afterwards.\n\n'
  const reference = quickestMs(prose.repeat(maxMarkdownLength / prose.length), 0)
  const slow = benchMarkdown(300).filter(({ ms }) => ms > Math.max(reference * 25, 300))
  assert.deepEqual(slow, [])
}, 60_000)
