import assert from 'node:assert/strict'
import { Parser } from 'htmlparser2'
import { test } from 'vitest'
import { benchMarkdown, prose, shortestMs } from '../../bench/markdown.ts'
import { githubPreview } from '#features/work/github-previews/github-preview-html.ts'
import type { GithubFacts } from '#features/work/github-previews/github-previews.contract.ts'
import { sanitized } from '#kernel/markdown/allow-list.ts'
import { withoutLinkPreviews } from '#kernel/markdown/without-link-previews.ts'
import { renderMarkdown, type TextForm } from '#kernel/markdown/markdown.ts'
import { xssCorpus, xssPayloads } from './xss-corpus.ts'

const siteUrl = 'http://devstead.test'
const image = (address: string) => ({
  src: address.startsWith('/') ? address : '/image-proxy/a/b',
  srcset: '/a 480w, /b 960w',
})
const render = (source: string, form: TextForm = {}) =>
  renderMarkdown(source, { hasHashtags: true, ...form, siteUrl, image }).html

const plain = 'br hr blockquote ul em strong s sup table thead tbody tr label'
const attributes: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(plain.split(' ').map((name) => [name, {}])),
  p: { class: /^link-(card|snippet)-[a-z]+$/ },
  figcaption: { class: /^link-snippet-source$/ },
  ol: { start: /^\d{1,9}$/, 'aria-label': /^Footnotes$/ },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, { id: /^h-[^\s"'<>&=/\\`.:]+$/ }])),
  li: { class: /^task$/, id: /^fn-([0-9a-f]{8}-)?\d+$/ },
  a: {
    href: /^(https?:\/\/[^/@]+([/?#]|$)|\/(?!\/)|#|mailto:)/,
    title: /^/,
    rel: /^ugc nofollow noopener$/,
    id: /^fnref-([0-9a-f]{8}-)?\d+(-\d+)?$/,
    class: /^(heading-anchor|footnote-ref|footnote-back|hashtag)$/,
    'aria-label': /^(Link to this section: |Footnote \d+$|Back to reference \d+(, place \d+)?$)/,
  },
  section: { class: /^footnotes$/ },
  img: {
    src: /^\/(?!\/)/,
    srcset: /^\/a 480w, \/b 960w$/,
    sizes: /^\([^"<>]*$/,
    alt: /^/,
    title: /^/,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  figure: { class: /^(link-card|code( link-snippet)?)$/, 'data-language': /^[a-z0-9+#._-]+$/ },
  pre: { tabindex: /^0$/ },
  code: { class: /^hljs( language-[a-z0-9+#._-]+)?$/ },
  span: { class: /^[a-z_ -]+$/, 'aria-hidden': /^true$/, 'data-state': /^(open|closed|merged|draft)$/ },
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

/** Returns one line for each element and attribute that is not on the list above. */
function faultsIn(html: string): string[] {
  const faults: string[] = []
  const parser = new Parser({
    onopentag(name, given) {
      const allowed = attributes[name]
      if (!allowed) faults.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(given)) {
        const isLine = attribute === 'data-line' && /^\d+$/.test(value)
        if (!isLine && !allowed?.[attribute]?.test(value)) faults.push(`<${name} ${attribute}="${value}">`)
      }
    },
    oncomment: (text) => faults.push(`<!--${text}`),
    onprocessinginstruction: (name) => faults.push(`<${name}`),
  })
  parser.end(html)
  return faults
}

test('detects faulty HTML', () => {
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

test('adds no disallowed element, attribute, or URL for any hostile text', () => {
  const corpus = xssCorpus()
  assert.ok(xssPayloads().length > 700 && corpus.length > 10_000)
  for (const source of corpus) assert.deepEqual(faultsIn(render(source)), [], source)
})

test('adds no disallowed HTML to an article with linked headings and line numbers', () => {
  for (const source of xssCorpus())
    assert.deepEqual(faultsIn(render(source, { isArticle: true, withLines: true })), [], source)
})

test('adds no disallowed HTML to a GitHub card or its link’s path', () => {
  const link = 'https://github.com/a/b'
  let shown = 0
  for (const text of xssPayloads()) {
    const cards: [href: string, facts: GithubFacts][] = [
      [
        link,
        { kind: 'repository', name: text, description: text, language: text, stars: 1, forks: 2, isArchived: true },
      ],
      [
        `${link}/issues/1`,
        {
          kind: 'issue',
          isPullRequest: true,
          title: text,
          state: 'open',
          author: text,
          comments: 1,
          labels: [text, text],
        },
      ],
      [
        `${link}/blob/main/${encodeURIComponent(text)}.ts#L1-L90`,
        { kind: 'snippet', lines: text.split('\n'), commit: '0'.repeat(40), since: 'changed' },
      ],
      [
        `${link}/blob/main/x.${encodeURIComponent(text)}#L1`,
        { kind: 'snippet', lines: [text], commit: '0'.repeat(40), since: 'gone' },
      ],
    ]
    for (const [href, facts] of cards) {
      const { html } = renderMarkdown(`<${href}>`, {
        siteUrl,
        image,
        preview: (address) => githubPreview(address, facts),
      })
      assert.deepEqual(faultsIn(html), [], html)
      if (html.startsWith('<figure')) shown++
      assert.doesNotMatch(withoutLinkPreviews(html), /link-card|link-snippet/)
      assert.deepEqual(faultsIn(withoutLinkPreviews(html)), [])
    }
  }
  assert.ok(shown > 2000, `${shown} cards`)
})

test('gives no heading or footnote an ID that collides with a name used by the page or its scripts', () => {
  const names = 'location __proto__ constructor toString hasOwnProperty document root state body forms cookie 0 then'
  for (const name of names.split(' ')) {
    const source = `# ${name}\n\n## ${name}\n\na[^${name}] [^${name}] ^[${name}]\n\n[^${name}]: ${name}`
    for (const isArticle of [true, false]) {
      const html = render(source, { isArticle })
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
      assert.equal(new Set(ids).size, ids.length, html)
      assert.equal(ids.length, (isArticle ? 2 : 0) + 5, html)
      for (const id of ids) assert.match(id, /^(h|fn|fnref)-/)
      for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(target!), html)
    }
  }
})

test('sanitizes IDs, labels, and line numbers that the renderer did not create', () => {
  const hostile = [
    '<h1 id="root">a</h1>',
    '<h1 id="h-">a</h1>',
    '<h1 id="h-a b">a</h1>',
    '<h2 id="h-a.b">a</h2>',
    '<p id="h-a">a</p>',
    '<li id="h-a">a</li>',
    '<li id="fn-1x">a</li>',
    '<a id="fn-1" href="#fn-1">a</a>',
    '<a id="fnref-1" href="/login">a</a>',
    '<a class="footnote-ref" aria-label="Sign in" href="https://evil.example/">a</a>',
    '<a class="button" href="#h-a">a</a>',
    '<section class="page" aria-label="Sign in">a</section>',
    '<p data-line="1 onclick=x">a</p>',
    '<p data-line="-1">a</p>',
    '<p data-line="">a</p>',
    '<p aria-label="x">a</p>',
  ]
  for (const html of hostile)
    assert.doesNotMatch(sanitized(html), / (id|class|data-line)=|(Sign in|"x")/, sanitized(html))
})

test('neutralizes the same hostile text, inserted as HTML, with the sanitizer alone', () => {
  for (const payload of xssPayloads()) {
    const faults = faultsIn(sanitized(payload)).filter((fault) => !/^<(a href|img src|iframe|input)/.test(fault))
    assert.deepEqual(faults, [], payload)
    assert.doesNotMatch(sanitized(payload), /(href|src)="\s*(javascript|data|vbscript):/i)
  }
})

test('never renders text much more slowly than prose of the same length', () => {
  const reference = shortestMs(prose, 0)
  const slow = benchMarkdown(300).filter(({ ms }) => ms > Math.max(reference * 25, 300))
  assert.deepEqual(slow, [])
})
