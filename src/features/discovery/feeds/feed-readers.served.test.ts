import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testApplication } from '#tests/support/application.ts'
import { readAtom, readJsonFeed, readRss } from '#tests/support/feed-readers.ts'
import { png } from '#tests/support/storage.ts'
import { elementsIn, textOf } from '#tests/support/xml-reader.ts'

const article = (picture: string) => `# Why & how

A text with a note[^1], a [path](/login), a [relative link](about), its [own heading](#details) and a bare https://else.example/x?a=1&b=2.

## Details

![A "red" <fox> & co](${picture})

| a | b |
|---|--:|
| 1 | 2 |

- [x] done
- [ ] open

\`\`\`js
const a = 1 < 2 && "]]>"
\`\`\`

<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>

## Details

[^1]: The note.
`

/** A site with one post of each kind. */
async function everyKind() {
  const site = await testApplication({ WEBSUB_HUB: 'https://hub.example/?a=1&b=2' })
  const token = await site.register('alice')
  const form = new FormData()
  form.set('bucketName', 'post-images')
  form.set('file', new File([await png()], 'fox.png', { type: 'image/png' }))
  const uploaded = await site.call('POST', '/api/storage/upload', { token, body: form })
  const { publicUrl } = (await uploaded.json()) as { publicUrl: string }
  const bodies = [
    { content: 'Hello **world** & <b>all</b>' },
    { title: 'A <title> & "more"', content: 'Short', categoryId: 2 },
    { content: `![](${publicUrl})` },
    {
      content:
        '![fox](https://pictures.example/fox.png)\n\n<iframe src="https://player.vimeo.com/video/76979871"></iframe>',
    },
    { isLongForm: true, title: 'Everything there is', content: article(publicUrl), categoryId: 1 },
  ]
  for (const body of bodies) assert.equal((await site.call('POST', '/api/posts', { token, body })).status, 201)
  const get = async (path: string) => (await site.call('GET', path)).text()
  return { ...site, get, publicUrl, count: bodies.length }
}

test('includes the same content for every kind of post in every feed format', async () => {
  const { get, count } = await everyKind()
  for (const folder of ['', '/blog', '/profile/alice'])
    for (const query of ['', '?category=tech_tips', '?category=job_openings']) {
      const inRss = await readRss(await get(`${folder}/rss.xml${query}`))
      const inAtom = await readAtom(await get(`${folder}/atom.xml${query}`))
      assert.deepEqual(inRss.length, query === '' ? (folder === '/blog' ? 1 : count) : query.endsWith('tips') ? 1 : 0)
      assert.deepEqual(readJsonFeed(await get(`${folder}/feed.json${query}`)).map(toSeconds), inRss.map(toSeconds))
      assert.deepEqual(
        inAtom.map((item, index) => toSeconds({ ...item, title: inRss[index]!.title && item.title })),
        inRss.map(toSeconds),
      )
    }
})

/** RSS has no milliseconds. */
const toSeconds = <Item extends { publishedAt: string }>(item: Item) => ({
  ...item,
  publishedAt: item.publishedAt.replace(/\.\d{3}Z$/, 'Z'),
})

test('includes full articles with absolute URLs', async () => {
  const { get, publicUrl } = await everyKind()
  const [item] = await readRss(await get('/blog/rss.xml'))
  const { html, url } = item!
  const addresses = [...html.matchAll(/ (?:href|src|data|poster)="([^"]*)"/g)].map(([, address]) => address)
  assert.ok(addresses.length >= 8)
  for (const address of addresses) assert.match(address!, /^https?:\/\/[a-z]/)
  for (const [, list] of html.matchAll(/ srcset="([^"]*)"/g))
    for (const source of list!.split(', ')) assert.match(source, /^http:\/\/devstead\.test\//)
  for (const [what, holds] of Object.entries({
    note: html.includes(`href="${url}#fn-1"`),
    'way back': html.includes(`href="${url}#fnref-1"`),
    'own heading': html.includes(`href="${url}#h-details"`),
    picture: html.includes(`src="${publicUrl}"`),
    table: /<td[^>]*>2<\/td>/.test(html),
    task: html.includes('type="checkbox"'),
    code: html.includes('1</span> &lt; '),
    player: html.includes('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"'),
    'no link of a heading to itself': !html.includes('heading-anchor') && !html.includes('></a>'),
  }))
    assert.ok(holds, `${what}: ${html}`)
})

test('adds a picture as an enclosure with its length and alt text', async () => {
  const { get, publicUrl, app } = await everyKind()
  const bytes = (await (await app.request(publicUrl)).arrayBuffer()).byteLength
  const [item] = await elementsIn(await get('/blog/rss.xml'), 'item')
  const [enclosure] = await elementsIn(await get('/blog/rss.xml'), 'enclosure')
  assert.deepEqual(enclosure!.attribs, { url: publicUrl, length: String(bytes), type: 'image/png' })
  assert.equal(textOf(item!, 'media:description'), 'A "red" <fox> & co')
})
