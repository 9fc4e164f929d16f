import assert from 'node:assert/strict'
import { test } from 'vitest'
import { absoluteHtml } from '#kernel/html.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { readAtom, type ReadItem, readJsonFeed, readRss } from '#tests/support/feed-readers.ts'
import { xssPayloads, xssPlaces } from '#tests/trust/xss-corpus.ts'
import { elementsIn, textOf } from '#tests/support/xml-reader.ts'
import { atom } from './atom.ts'
import type { Feed, FeedItem } from './feed.ts'
import { jsonFeed } from './json-feed.ts'
import { rss } from './rss.ts'

const siteUrl = 'http://devstead.test'
const unsayable = ['\u0000', '\u000b', '\u001b[31m', '\ud800', 'a\udc00b', '\ufffe', '\uffff', '\u0085\u2028']
const payloads = [...xssPayloads(), ...unsayable, ']]>', '&nbsp;&', '<![CDATA[']

function item(payload: string, index: number): FeedItem {
  const url = `${siteUrl}/post/${index}`
  const source = xssPlaces(payload).join('\n\n')
  const html = renderMarkdown(source, { siteUrl, image: (src) => ({ src, srcset: `${src} 1w` }) }).html
  return {
    url,
    title: payload,
    html: absoluteHtml(html, { siteUrl, pageUrl: url }),
    excerpt: payload,
    publishedAt: new Date(0),
    updatedAt: new Date(0),
    author: { name: payload, url: `${siteUrl}/profile/alice`, pictureUrl: null },
    categories: [payload],
    language: null,
    picture: {
      url: `${siteUrl}/${encodeURIComponent(payload.toWellFormed())}`,
      alt: payload,
      mediaType: 'image/png',
      bytes: 1,
    },
  }
}

const items = payloads.map(item)
const feedWith = (title: string): Feed => ({
  language: 'en',
  title,
  description: title,
  homeUrl: siteUrl,
  selfUrl: `${siteUrl}/rss.xml`,
  hubUrl: 'https://hub.example/?a&b',
  pictureUrl: `${siteUrl}/icon-512.png`,
  iconUrl: `${siteUrl}/icon-192.png`,
  author: { name: title, url: `${siteUrl}/profile/alice`, pictureUrl: null },
  items,
})

/** Removes characters that XML does not allow. */
const said = (text: string) =>
  text.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')

test('preserves all hostile text in a well-formed feed', async () => {
  const feed = feedWith(payloads.join(' '))
  const [inRss, inAtom] = [await elementsIn(rss(feed), 'item'), await elementsIn(atom(feed), 'entry')]
  const inJson = (JSON.parse(jsonFeed(feed).toWellFormed()) as { items: { title: string; content_html: string }[] })
    .items
  for (const [index, { title, html }] of items.entries()) {
    assert.equal(textOf(inRss[index]!, 'title'), said(title!))
    assert.equal(textOf(inRss[index]!, 'content:encoded'), said(html))
    assert.equal(textOf(inAtom[index]!, 'title'), said(title!))
    assert.equal(textOf(inAtom[index]!, 'content'), said(html))
    assert.deepEqual([inJson[index]!.title, inJson[index]!.content_html], [title, html])
  }
})

test('lets third-party feed parsers read hostile text unchanged', async () => {
  const feed = feedWith(payloads.join(' '))
  const written = items.map(({ url, title, html, author }) => [url, said(title!), said(html), said(author.name)])
  const read = (all: ReadItem[]) => all.map(({ url, title, html, author }) => [url, title, html, author])
  assert.deepEqual(read(await readRss(rss(feed))), written)
  assert.deepEqual(read(await readAtom(atom(feed))), written)
  assert.deepEqual(
    read(readJsonFeed(jsonFeed(feed))),
    items.map(({ url, title, html, author }) => [url, title, html, author.name]),
  )
})

test('makes every URL absolute, even in hostile text', () => {
  for (const { html, url } of items) {
    for (const [, address] of html.matchAll(/<[a-z][^<>]* (?:href|src)="([^"]*)"/g))
      assert.match(address!, /^(https?:\/\/|mailto:)/, url)
    for (const [, list] of html.matchAll(/ srcset="([^"]*)"/g)) assert.match(list!, /^https?:/)
  }
})
