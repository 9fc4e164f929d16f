import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { listBounds, pageBounds, withinBounds } from '#kernel/markdown/html-bounds.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { readAtom, readJsonFeed, readRss } from '#tests/support/feed-readers.ts'
import { elementsIn, textOf } from '#tests/support/xml-reader.ts'
import { saveTags } from '#features/writing/tags/tags.store.ts'
import { feedRoutes } from './feeds.routes.ts'

const site = { name: 'Devstead', ownerUsername: null, canSendEmail: true }
const picture = '/storage/v1/object/public/post-images/1/a.png'

interface Written {
  by?: 'alice' | 'bob'
  title?: string
  html?: string
  excerpt?: string
  categoryId?: number
  isLongForm?: boolean
  at?: string
}

/** The feeds of a site that uses embedded storage. `write` adds a post. */
async function feeds(slots: { webSubHub?: string } = {}) {
  const storage = { keyOf: parsePublicUrl } as never
  const t = await cast(feedRoutes, { site, storage, webSubHub: null, ...slots })
  const write = (post: Written = {}) => run(t.db)`
    insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form,
      created_at, updated_at)
    values (${t.members[post.by ?? 'alice'].id}, ${post.title ?? null}, 'x', ${post.html ?? '<p>Hello</p>'},
      ${post.excerpt ?? 'Hello'}, 1, ${post.categoryId ?? 5}, ${post.isLongForm ?? false},
      ${post.at ?? '2026-01-02T03:04:05.678Z'}, ${post.at ?? '2026-01-02T03:04:05.678Z'})`
  const get = async (path: string) => (await t.stranger<string>('GET', path)).body
  return { ...t, write, get }
}
type JsonFeed = Record<string, unknown> & { items: Record<string, unknown>[] }

test('names the language of a post in every format, preferring its author’s choice to the detected one', async () => {
  const t = await feeds()
  await t.write({ title: 'Unknown' })
  await t.write({ title: 'Detected', at: '2026-01-03T00:00:00Z' })
  await t.write({ title: 'Chosen', at: '2026-01-04T00:00:00Z' })
  await run(t.db)`update all_posts set detected_language = 'de' where title <> 'Unknown'`
  await run(t.db)`update all_posts set language = 'nl' where title = 'Chosen'`
  const items = await elementsIn(await t.get('/rss.xml'), 'item')
  assert.deepEqual(
    items.map((item) => textOf(item, 'dc:language')),
    ['nl', 'de', null],
  )
  const entries = await elementsIn(await t.get('/atom.xml'), 'entry')
  assert.deepEqual(
    entries.map(({ attribs }) => attribs['xml:lang']),
    ['nl', 'de', undefined],
  )
  const { items: objects } = JSON.parse(await t.get('/feed.json')) as JsonFeed
  assert.deepEqual(
    objects.map(({ language }) => language),
    ['nl', 'de', undefined],
  )
})

test('includes all of a post’s metadata in RSS, with absolute URLs', async () => {
  const t = await feeds({ webSubHub: 'https://hub.example/?a=1&b=2' })
  await run(t.db)`insert into images (bucket, path, width, height, variant_widths, member_id, content_type, bytes)
    values ('post-images', '1/a.png', 1, 1, '{}', ${t.members.alice.id}, 'image/png', 1234)`
  const html =
    `<p><a href="/login?a=1&amp;b=2">in</a> <a href="#fn1">note</a> <a href="https://else.example/x">out</a> href="/text"` +
    `<img src="${picture}" srcset="${picture}.480w.webp 480w, ${picture} 960w" alt="A &quot;cat&quot; &amp; src=&quot;/x&quot;"></p>`
  await t.write({ title: 'Tom & <Jerry>', html, excerpt: 'in <b>note</b>', isLongForm: true })
  const answer = await t.stranger<string>('GET', '/blog/rss.xml')
  assert.equal(answer.headers.get('content-type'), 'application/rss+xml; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60, s-maxage=10, must-revalidate')
  assert.equal(
    answer.headers.get('link'),
    '<https://hub.example/?a=1&b=2>; rel="hub", <http://devstead.test/blog/rss.xml>; rel="self"',
  )
  const [item] = await elementsIn(answer.body, 'item')
  const say = (name: string) => textOf(item!, name)
  const url = say('link')!
  assert.match(url, /^http:\/\/devstead\.test\/post\/\d+$/)
  assert.deepEqual(['title', 'guid', 'pubDate', 'dc:creator', 'category', 'description'].map(say), [
    'Tom & <Jerry>',
    url,
    'Fri, 02 Jan 2026 03:04:05 GMT',
    'Alice Archer',
    'General Thoughts',
    'in &lt;b&gt;note&lt;/b&gt;',
  ])
  const own = `http://devstead.test${picture}`
  assert.equal(
    say('content:encoded'),
    `<p><a href="http://devstead.test/login?a=1&amp;b=2">in</a> <a href="${url}#fn1">note</a> ` +
      `<a href="https://else.example/x">out</a> href="/text"` +
      `<img src="${own}" srcset="${own}.480w.webp 480w, ${own} 960w" alt="A &quot;cat&quot; &amp; src=&quot;/x&quot;"></p>`,
  )
  const [enclosure] = await elementsIn(answer.body, 'enclosure')
  assert.deepEqual(enclosure!.attribs, { url: own, length: '1234', type: 'image/png' })
  assert.equal(say('media:description'), 'A "cat" & src="/x"')
  const [channel] = await elementsIn(answer.body, 'channel')
  assert.deepEqual(
    ['title', 'lastBuildDate', 'language'].map((name) => textOf(channel!, name)),
    ['Devstead Blog', 'Fri, 02 Jan 2026 03:04:05 GMT', 'en'],
  )
  assert.deepEqual(
    (await elementsIn(answer.body, 'atom:link')).map(({ attribs: { rel, href } }) => [rel, href]),
    [
      ['self', 'http://devstead.test/blog/rss.xml'],
      ['hub', 'https://hub.example/?a=1&b=2'],
    ],
  )
})

test('omits an untitled post’s title in RSS and JSON Feed, and uses its opening words in Atom', async () => {
  const t = await feeds()
  await t.write({ excerpt: `${'word '.repeat(30)}end` })
  await t.write({ excerpt: '', at: '2025-01-01T00:00:00.000Z' })
  const items = await elementsIn(await t.get('/rss.xml'), 'item')
  assert.deepEqual(
    items.map((item) => textOf(item, 'title')),
    [null, null],
  )
  const json = (await t.stranger<string>('GET', '/feed.json')).body
  assert.ok((JSON.parse(json) as JsonFeed).items.every((item) => !('title' in item)))
  const entries = await elementsIn(await t.get('/atom.xml'), 'entry')
  assert.deepEqual(
    entries.map((entry) => textOf(entry, 'title')),
    [`${'word '.repeat(16).trim()}…`, 'A post by Alice Archer'],
  )
})

test('uses the same permanent ID and timestamps for a post in all formats', async () => {
  const t = await feeds()
  await t.write({ title: 'A title', html: `<p><img src="${picture}" alt=""></p>` })
  await run(t.db)`update posts set updated_at = '2026-02-02T00:00:00Z'`
  const [item] = await elementsIn(await t.get('/rss.xml'), 'item')
  const [entry] = await elementsIn(await t.get('/atom.xml'), 'entry')
  const feed = JSON.parse(await t.get('/feed.json')) as JsonFeed
  const url = textOf(item!, 'guid')
  const own = `http://devstead.test${picture}`
  assert.deepEqual([textOf(entry!, 'id'), textOf(entry!, 'updated')], [url, '2026-02-02T00:00:00.000Z'])
  assert.deepEqual(feed.items[0], {
    id: url,
    url,
    title: 'A title',
    content_html: `<p><img src="${own}" alt=""></p>`,
    summary: 'Hello',
    date_published: '2026-01-02T03:04:05.678Z',
    date_modified: '2026-02-02T00:00:00.000Z',
    authors: [{ name: 'Alice Archer', url: 'http://devstead.test/profile/alice' }],
    tags: ['General Thoughts'],
    image: own,
    attachments: [{ url: own, mime_type: 'image/png' }],
  })
  assert.equal(feed.feed_url, 'http://devstead.test/feed.json')
})

test('limits each feed to its fifty newest posts', async () => {
  const t = await feeds()
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
  for (let n = 0; n < 52; n++) await t.write({ title: `Short ${n}`, at: at(n) })
  await t.write({ title: 'Article', isLongForm: true, categoryId: 1, at: at(60) })
  await t.write({ title: 'Tip by Bob', by: 'bob', categoryId: 1, at: at(61) })
  const titles = async (path: string) =>
    (await elementsIn(await t.get(path), 'item')).map((item) => textOf(item, 'title'))
  const all = await titles('/rss.xml')
  assert.equal(all.length, 50)
  assert.deepEqual(all.slice(0, 3), ['Tip by Bob', 'Article', 'Short 51'])
  assert.deepEqual(await titles('/blog/rss.xml'), ['Article'])
  assert.deepEqual(await titles('/rss.xml?category=tech_tips'), ['Tip by Bob', 'Article'])
  assert.deepEqual(await titles('/blog/rss.xml?category=tech_tips'), ['Article'])
  assert.deepEqual(await titles('/profile/bob/rss.xml'), ['Tip by Bob'])
  assert.deepEqual(await titles('/profile/alice/rss.xml?category=tech_tips'), ['Article'])
  const json = JSON.parse(await t.get('/profile/bob/feed.json?category=tech_tips')) as JsonFeed
  assert.deepEqual(
    [json.title, json.home_page_url, json.feed_url],
    [
      'Bob Baker: Tech Tips · Devstead',
      'http://devstead.test/profile/bob',
      'http://devstead.test/profile/bob/feed.json?category=tech_tips',
    ],
  )
})

test('includes the full text of shorter posts, and the beginning of posts that exceed the limit', async () => {
  const t = await feeds()
  const html = `<p>${'a '.repeat(200_000)}</p>`
  for (const day of [1, 2, 3]) await t.write({ title: `Long ${day}`, html, at: `2026-01-0${day}T00:00:00Z` })
  await t.write({ title: 'Short', at: '2026-01-01T00:00:00Z' })
  await run(t.db)`update posts set beginning_html = '<p><a href="#fn-1">a</a>…</p>' where title = 'Long 3'`
  await t.write({ title: 'Longest', html: html.repeat(2), at: '2026-01-05T00:00:00Z' })
  const feed = await t.get('/feed.json')
  const more = (id: number) => `<p><a href="http://devstead.test/post/${id}">Read more</a></p>`
  assert.deepEqual(
    (JSON.parse(feed) as JsonFeed).items.map(({ title, content_html: content }) => [title, content]),
    [
      ['Longest', `<p>Hello</p>${more(5)}`],
      ['Long 3', `<p><a href="http://devstead.test/post/3#fn-1">a</a>…</p>${more(3)}`],
      ['Long 2', html],
      ['Short', '<p>Hello</p>'],
      ['Long 1', html],
    ],
  )
  for (const format of ['/rss.xml', '/atom.xml']) assert.match(await t.get(format), /Read more/)
})

test('keeps a feed of fifty maximum-length posts to a few megabytes', async () => {
  const t = await feeds()
  const html = '<p>a</p>'.repeat(pageBounds.maxBytes / 8)
  const { html: beginning } = withinBounds(html, listBounds)
  for (let count = 0; count < 50; count++) await t.write({ html })
  await run(t.db)`update posts set beginning_html = ${beginning}`
  for (const format of ['/rss.xml', '/atom.xml', '/feed.json'])
    assert.ok((await t.get(format)).length < 4_500_000, `${format}: ${(await t.get(format)).length}`)
})

test('lists upcoming livestreams among the posts in the site’s and the member’s feeds, in each format', async () => {
  const t = await feeds()
  const title = '<script>alert(1)</script> & "you" ]]>'
  const stream = async (by: 'alice' | 'bob', fields: { isPublic?: boolean; at?: string; status?: string } = {}) => {
    const [row] = await many<{ id: number }>(t.db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
        description, is_public, status, scheduled_at, created_at)
      values (${t.members[by].id}, 'embedded', gen_random_uuid(), 'x', true, 'x', ${title}, ${'Bring <tea>\n\n& a query'},
        ${fields.isPublic ?? true}, ${fields.status ?? 'idle'}, ${fields.at ?? '2126-11-25T18:00:00Z'},
        '2026-01-02T12:00:00Z') returning id`
    return `http://devstead.test/livestream/${row!.id}`
  }
  for (let n = 0; n < 50; n++) await t.write({ title: `Post ${n}`, at: '2026-01-01T12:00:00Z' })
  await t.write({ title: 'Newest', at: '2026-01-03T12:00:00Z' })
  const url = await stream('alice')
  await stream('alice', { isPublic: false })
  await stream('alice', { at: '2026-01-02T13:00:00Z' })
  await stream('alice', { status: 'active' })
  const others = await stream('bob')

  const readers = { 'rss.xml': readRss, 'atom.xml': readAtom, 'feed.json': readJsonFeed }
  for (const [file, read] of Object.entries(readers)) {
    const items = async (folder: string, query = '') => read(await t.get(`${folder}/${file}${query}`))
    const streams = async (folder: string, query = '') =>
      (await items(folder, query)).map((item) => item.url).filter((address) => address.includes('/livestream/'))
    const all = await items('/profile/alice')
    assert.deepEqual([all.length, all[0]!.title, all[2]!.title], [50, 'Newest', 'Post 49'])
    const { publishedAt, ...item } = all[1]!
    assert.equal(Date.parse(publishedAt), Date.parse('2026-01-02T12:00:00Z'))
    assert.deepEqual(item, {
      id: url,
      url,
      title: `Live on Nov 25, 2126, 18:00 UTC: ${title}`,
      html:
        '<p>Bring &lt;tea&gt;</p><p>&amp; a query</p>' +
        '<p>Live on <time datetime="2126-11-25T18:00:00.000Z">Nov 25, 2126, 18:00 UTC</time>. ' +
        `<a href="${url}">Open the livestream</a> or <a href="${url}.ics">add it to your calendar</a>.</p>`,
      author: 'Alice Archer',
    })
    assert.deepEqual((await streams('')).toSorted(), [url, others].toSorted())
    assert.deepEqual(await streams('/profile/bob'), [others])
    for (const [folder, query] of [
      ['/blog'],
      ['', '?category=general_thoughts'],
      ['/profile/alice', '?category=tech_tips'],
    ])
      assert.deepEqual(await streams(folder!, query), [])
  }
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.bob.id}`
  assert.ok(!(await t.get('/rss.xml')).includes(others))
  for (const { path, changesWith } of feedRoutes)
    assert.equal(changesWith?.includes('livestreams'), !/^\/(?:blog|tag|series)/.test(path), path)
})

test('returns empty feeds for an empty site, and 404 for an unknown member or category', async () => {
  const t = await feeds()
  for (const { path } of feedRoutes.filter((route) => !/^\/(?:tag|series)\//.test(route.path))) {
    const target = path.replace(':username', 'alice')
    const known = await t.stranger('GET', target)
    assert.equal(known.status, 200, target)
    if (target.endsWith('.xml')) assert.deepEqual(await elementsIn(await t.get(target), 'item'), [])
    for (const category of ['nothing', '', "'%20or%201", 'x'.repeat(5000)])
      assert.equal((await t.stranger('GET', `${target}?category=${category}`)).status, 404, target)
  }
  assert.equal((await t.stranger('GET', '/profile/nobody/rss.xml')).status, 404)
  assert.equal((await t.stranger('GET', '/profile/%00/rss.xml')).status, 400)
  assert.deepEqual(t.logged, [])
})

test('has a feed for each tag, with its posts’ tags as categories', async () => {
  const t = await feeds()
  await t.write({ title: 'Without' })
  await t.write({ title: 'Tagged' })
  const [post] = await many<{ id: number }>(t.db)`select id from posts where title = 'Tagged'`
  await saveTags(t.db, post!.id, { tags: ['web-dev'], hashtags: ['日本語'] })
  for (const [file, read] of Object.entries({ 'rss.xml': readRss, 'atom.xml': readAtom, 'feed.json': readJsonFeed })) {
    const items = await read(await t.get(`/tag/web-dev/${file}`))
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Tagged'],
      file,
    )
  }
  const rss = await t.get(`/tag/${encodeURIComponent('日本語')}/rss.xml`)
  const categories = (await elementsIn(rss, 'category')).map((one) => textOf({ children: [one] } as never, 'category'))
  assert.deepEqual(categories, ['General Thoughts', 'web-dev', '日本語'])
  const { status, headers } = await t.stranger('GET', '/tag/Web%20Dev/rss.xml')
  assert.deepEqual([status, headers.get('location')], [301, 'http://devstead.test/tag/web-dev/rss.xml'])
  assert.equal((await t.stranger('GET', '/tag/unknown/rss.xml')).status, 404)
})

test('redirects other spellings of a username to the member’s feed URL', async () => {
  const t = await feeds()
  for (const [path, location] of [
    ['/profile/ALICE/rss.xml', '/profile/alice/rss.xml'],
    ['/profile/Alice/feed.json?category=tech_tips', '/profile/alice/feed.json?category=tech_tips'],
  ] as const) {
    const { status, headers } = await t.stranger('GET', path)
    assert.deepEqual([status, headers.get('location')], [301, `http://devstead.test${location}`])
  }
  assert.equal((await t.stranger('GET', '/profile/alice/rss.xml')).status, 200)
})
