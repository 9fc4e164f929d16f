import assert from 'node:assert/strict'
import { test } from 'vitest'
import { xssPayloads } from '#tests/trust/xss-corpus.ts'
import { readAuthor, readEntry } from './source-entry.ts'

// Parsing entries about the target. The fixtures are modeled on common webmention test suites.

const target = 'https://devstead.example/post/1'
const source = 'https://vera.example/note'
const read = (html: string, finalUrl = source) => readEntry(html, { source, finalUrl, target })
const entry = (inner: string) => `<div class="h-entry">${inner}</div>`
const to = (property: string) => `<a class="${property}" href="${target}">x</a>`

test('recognizes a like given as a plain URL or as a citation', () => {
  assert.equal(read(entry(to('u-like-of')))?.type, 'like-of')
  assert.equal(
    read(entry(`<div class="u-like-of h-cite"><a class="u-url" href="${target}">x</a></div>`))?.type,
    'like-of',
  )
  assert.equal(read(entry(to('u-like')))?.type, 'like-of')
})

test('picks the type with the highest precedence', () => {
  const kinds: [string, string][] = [
    [`<data class="p-rsvp" value="yes"></data>${to('u-in-reply-to')}`, 'rsvp'],
    [to('u-repost-of') + to('u-like-of'), 'repost-of'],
    [to('u-like-of') + to('u-bookmark-of'), 'like-of'],
    [to('u-bookmark-of') + to('u-in-reply-to'), 'bookmark-of'],
    [to('u-in-reply-to'), 'in-reply-to'],
    [`<a href="${target}">x</a>`, 'mention'],
    [`<a class="u-like-of" href="${target}/">x</a><a href="${target}">x</a>`, 'mention'],
    [`<a class="u-in-reply-to" href="https://other.example/">x</a><a href="${target}">x</a>`, 'mention'],
  ]
  for (const [inner, type] of kinds) assert.equal(read(entry(inner))?.type, type, inner)
})

test('reads RSVPs and emoji reactions', () => {
  const rsvp = read(entry(`<data class="p-rsvp" value="maybe">perhaps</data>${to('u-in-reply-to')}`))
  assert.deepEqual([rsvp?.type, rsvp?.content], ['rsvp', 'RSVP: maybe'])
  const emoji = read(entry(`${to('u-in-reply-to')}<p class="e-content">🎉</p>`))
  assert.deepEqual([emoji?.type, emoji?.content], ['in-reply-to', '🎉'])
})

test('resolves the entry’s URL, or falls back to the source URL', () => {
  assert.equal(read(entry(`<a class="u-url" href="/2026/1">x</a>`))?.url, 'https://vera.example/2026/1')
  assert.equal(read(entry('x'))?.url, source)
  assert.equal(read(entry(`<a class="u-url" href="javascript:alert(1)">x</a>`))?.url, source)
})

test('parses timestamps with and without a time zone, and ignores invalid ones', () => {
  const at = (text: string) => read(entry(`<time class="dt-published" datetime="${text}"></time>`))?.publishedAt
  assert.equal(at('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z')
  assert.equal(at('2026-01-02T03:04:05+02:00'), '2026-01-02T01:04:05.000Z')
  assert.equal(at('2026-01-02T03:04:05-0500'), '2026-01-02T08:04:05.000Z')
  assert.equal(at('2026-01-02 03:04:05'), '2026-01-02T03:04:05.000Z')
  assert.equal(at('2026-01-02'), '2026-01-02T00:00:00.000Z')
  for (const text of ['', 'yesterday', '9999-01-01', '0001-01-01', '2026-13-45']) assert.equal(at(text), null, text)
})

test('picks the entry with the page’s URL, or else the one that links to the target', () => {
  const one = (url: string, inner: string) => entry(`<a class="u-url" href="${url}">x</a>${inner}`)
  const other = one('/other', `<p class="e-content">Other ${to('u-like-of')}</p>`)
  assert.equal(read(other + one('/note', `<p class="e-content">Mine</p>`))?.content, 'Mine')
  assert.match(read(entry('<p class="e-content">One</p>') + other)!.content, /^Other/)
  assert.equal(read(entry('<p class="e-content">One</p>').repeat(2)), null)
  assert.match(
    read(`<div class="h-feed">${other}${one('/note', '<p class="e-content">Mine</p>')}</div>`)!.content,
    /Mine/,
  )
  assert.equal(read('<p>nothing</p>'), null)
})

test('finds the author in the entry, the feed, or the page', () => {
  const card =
    '<p class="p-author h-card"><img class="u-photo" src="/me.jpg" alt=""><a class="u-url p-name" href="/me">Vera</a></p>'
  const vera = { name: 'Vera', url: 'https://vera.example/me', photo: 'https://vera.example/me.jpg' }
  assert.deepEqual(read(entry(card))?.author, vera)
  assert.deepEqual(read(`<div class="h-feed">${card}${entry('x')}</div>`)?.author, vera)
  assert.deepEqual(read(card.replace('p-author ', '') + entry('x'))?.author, vera)
  assert.deepEqual(read(entry('<span class="p-author">Vera</span>'))?.author, { name: 'Vera', url: '', photo: '' })
  assert.equal(read(entry('<a class="u-author" href="/me"></a>'))?.authorPage, 'https://vera.example/me')
  assert.equal(read(`<a rel="author" href="/me">x</a>${entry('x')}`)?.authorPage, 'https://vera.example/me')
})

test('parses the entry despite invalid URLs, and resolves a relative base URL', () => {
  const inner = `<a href="http://[x">x</a><img src="https://%"><a href='&#32;http://'>x</a><p class="e-content">Here</p>`
  const found = read(`<base href="/blog/">${entry(`<a class="u-url" href="one">x</a>${inner}${to('u-like-of')}`)}`)
  assert.deepEqual([found?.type, found?.content, found?.url], ['like-of', 'Here', 'https://vera.example/blog/one'])
})

test('reads the author from the page that describes them', () => {
  const page = 'https://vera.example/me'
  const card = (url: string, name: string) =>
    `<div class="h-card"><a class="u-url p-name" href="${url}">${name}</a></div>`
  assert.equal(readAuthor(card('/other', 'Other') + card('/me', 'Vera'), page)?.name, 'Vera')
  assert.equal(readAuthor(card('/other', 'Only'), page)?.name, 'Only')
  assert.equal(readAuthor(`${card('/a', 'A')}${card('/b', 'B')}<a rel="me" href="/b"></a>`, page)?.name, 'B')
  assert.equal(readAuthor(card('/a', 'A') + card('/b', 'B'), page), null)
})

test('ignores a title derived from the content, and truncates long content', () => {
  assert.equal(read(entry('<p class="p-name e-content">Hello there</p>'))?.title, '')
  const named = read(entry('<h1 class="p-name">On naming</h1><p class="e-content">Names matter</p>'))
  assert.deepEqual([named?.title, named?.content], ['On naming', 'Names matter'])
  const long = read(entry(`<div class="e-content"><p>${'word '.repeat(5000)}</p></div>`))
  assert.ok(long!.content.length < 5010 && long!.contentHtml.length < 5100)
  assert.match(long!.content, / …$/)
})

test('keeps links, emphasis, code, lists, and paragraphs, and removes pictures, headings, IDs, and styles', () => {
  const inner =
    '<h2 id="a" style="x">Head</h2><p class="y">A <b>b</b> <i>c</i> <code>d</code> <a href="/e" onclick="x" class="f">g</a></p>' +
    '<img src="/x.png" onerror="y"><ul><li>h</li></ul><table><tr><td>i</td></tr></table><iframe src="https://evil.example"></iframe>'
  assert.equal(
    read(entry(`<div class="e-content">${inner}</div>`))?.contentHtml,
    '<p>Head</p><p>A <strong>b</strong> <em>c</em> <code>d</code> <a href="https://vera.example/e" rel="ugc nofollow noopener">g</a></p><ul><li>h</li></ul><div><div>i</div></div>',
  )
})

test('separates the words of adjacent blocks in plain text, and replaces a lone picture with its alt text', () => {
  const contentOf = (inner: string) => read(entry(`<div class="e-content">${inner}</div>`))?.content
  assert.equal(
    contentOf('<p>I <b>agree</b> &amp;<br>so on.</p><ul><li>one</li><li>two</li></ul><pre>a &lt; b</pre>'),
    'I agree &\nso on.\none\ntwo\na < b',
  )
  assert.equal(contentOf('<div>One</div><div>Two</div><h2>Three</h2>Four'), 'One\nTwo\nThree\nFour')
  const picture = read(entry('<div class="e-content"><img src="/x.png" alt="🎉 <b>"></div>'))
  assert.deepEqual([picture?.content, picture?.contentHtml], ['🎉 <b>', '<p>🎉 &lt;b&gt;</p>'])
})

const allowed =
  /^<\/?(?:p|br|em|strong|code|pre|blockquote|ul|ol|li|s|a|div)>$|^<a href="https?:\/\/[^"<>]*" rel="ugc nofollow noopener">$/

test('neutralizes hostile names, URLs, pictures, titles, and content', () => {
  for (const payload of xssPayloads()) {
    const attribute = payload.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    for (const text of [payload, attribute.replaceAll('<', '&lt;')]) {
      const found = read(
        entry(
          `<div class="p-author h-card"><span class="p-name">${text}</span><a class="u-url" href="${attribute}"></a>` +
            `<img class="u-photo" src="${attribute}" alt=""></div><a class="u-url" href="${attribute}"></a>` +
            `<h1 class="p-name">${text}</h1><div class="e-content">${text} <a href="${attribute}">x</a></div>`,
        ),
      )
      if (!found) continue
      for (const url of [found.url, found.author.url, found.author.photo])
        assert.match(url, /^(?:https?:\/\/[^\s"<>]*)?$/)
      for (const [tag] of found.contentHtml.matchAll(/<[^>]*>?/g)) assert.match(tag, allowed, payload)
      assert.ok(found.author.name.length <= 100 && found.title.length <= 200)
    }
  }
})
