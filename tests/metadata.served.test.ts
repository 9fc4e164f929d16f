import assert from 'node:assert/strict'
import { DomUtils, parseDocument } from 'htmlparser2'
import { mf2 } from 'microformats-parser'
import { test } from 'vitest'
import { visibleLine } from '#schemas/names.contract.ts'
import { run } from '#kernel/db.ts'
import { pages } from '#pages/pages.ts'
import { xssPayloads } from './trust/xss-corpus.ts'
import { servedSite, siteUrl } from './trust/setup/served-site.ts'

// The metadata of served pages, as read by other software.

const article = {
  isLongForm: true,
  categoryId: 1,
  title: 'On engines & looms',
  language: 'nl',
  content: `![A loom](/x.png)\n\n${'They weave. '.repeat(40)}`,
}
const note = { content: 'A note with **words** and a [link](https://elsewhere.example/).', categoryId: 2 }

const articlePath = '/blog/on-engines-looms'

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('alice')
  const publish = async (body: object) =>
    (JSON.parse((await served.ask('/api/posts', { method: 'POST', token, body })).text) as { id: number }).id
  return { ...served, token, publish, read: async (path: string) => readPage((await served.ask(path)).text, path) }
}

function readPage(html: string, path: string) {
  const document = parseDocument(html)
  const elements = (name: string) => DomUtils.getElementsByTagName(name, document)
  const attributesOf = (name: string) => elements(name).map(({ attribs }) => attribs)
  const meta = (name: string) =>
    attributesOf('meta').find((one) => one.property === name || one.name === name)?.content ?? null
  const links = (rel: string) => attributesOf('link').filter((one) => one.rel === rel)
  const blocks = elements('script').filter(({ attribs }) => attribs.type === 'application/ld+json')
  const graphs = blocks.map((one) => JSON.parse(DomUtils.textContent(one)) as { '@context': string; '@graph': Thing[] })
  const { items } = mf2(html, { baseUrl: siteUrl + path })
  return {
    html,
    meta,
    links,
    link: (rel: string) => links(rel)[0]?.href ?? null,
    graphs,
    things: graphs.flatMap((one) => one['@graph']),
    items,
  }
}

interface Thing {
  '@type': string
  url?: string
  name?: string
  headline?: string
  timeRequired?: string
  inLanguage?: string
  image?: string[]
  datePublished?: string
  commentCount?: number
  author?: Thing
  interactionStatistic?: { userInteractionCount: number }
  itemListElement?: { item: string }[]
  blogPost?: Thing[]
  potentialAction?: object
}

type Properties = ReturnType<typeof mf2>['items'][number]['properties']
const textOf = (values: Properties[string] | undefined) => values?.[0] as string
const objectOf = (values: Properties[string] | undefined) =>
  values?.[0] as { type?: string[]; html?: string; properties: { url: string[] } }

test('includes metadata for search engines and link previews on an article’s page', async () => {
  const { publish, read } = await site()
  const id = await publish(article)
  const { meta, link, links, html } = await read(articlePath)
  const url = siteUrl + articlePath
  assert.match(html, /<title>On engines &amp; looms · Our Site<\/title>/)
  assert.deepEqual([link('canonical'), link('author')], [url, `${siteUrl}/profile/alice`])
  const said = Object.fromEntries(
    ['title', 'type', 'url', 'site_name', 'image:type', 'image:width', 'image:height'].map((name) => [
      name,
      meta(`og:${name}`),
    ]),
  )
  assert.deepEqual(said, {
    title: 'On engines & looms',
    type: 'article',
    url,
    site_name: 'Our Site',
    'image:type': 'image/png',
    'image:width': '1200',
    'image:height': '630',
  })
  assert.match(meta('og:image') ?? '', new RegExp(`^${siteUrl}/cards/post/${id}\\.png\\?v=\\w+$`))
  assert.equal(meta('og:image:alt'), 'On engines & looms – Full alice on Our Site')
  assert.equal(meta('twitter:card'), 'summary_large_image')
  for (const name of ['title', 'description', 'image', 'image:alt'])
    assert.equal(meta(`twitter:${name}`), meta(`og:${name}`))
  assert.ok(meta('description')!.length <= 155 && meta('description') === meta('og:description'))
  assert.deepEqual([meta('article:author'), meta('article:section')], [`${siteUrl}/profile/alice`, 'Tech Tips'])
  for (const name of ['published_time', 'modified_time']) assert.ok(Date.parse(meta(`article:${name}`)!) > 0)
  const embed = links('alternate').find(({ type }) => type === 'application/json+oembed')
  assert.equal(embed?.href, `${siteUrl}/oembed?url=${encodeURIComponent(url)}&format=json`)
  assert.equal(links('alternate').find(({ type }) => /rss|atom|feed/.test(type!))?.href, '/profile/alice/rss.xml')
})

test('links each page to a card, oEmbed, feeds, search, a manifest, and icons that exist', async () => {
  const { publish, read, ask } = await site()
  const { meta, links } = await publish(article).then(() => read(articlePath))
  const rels = ['alternate', 'search', 'manifest', 'icon', 'apple-touch-icon', 'canonical']
  const targets = [meta('og:image')!, ...rels.flatMap((rel) => links(rel).map(({ href }) => href!))]
  assert.ok(targets.length > 10)
  for (const target of targets) assert.equal((await ask(target.replace(siteUrl, ''))).status, 200, target)
})

test('adds a canonical URL, a card, and links to feeds and search to every public page, but to no private page', async () => {
  const { publish, read, ask } = await site()
  for (let n = 0; n < 11; n++) await publish({ content: `Post ${n}`, categoryId: 1 })
  const listed = ['/', '/?page=2', '/?categoryId=1', '/?page=2&categoryId=1', '/blog', '/post/1']
  for (const path of listed) {
    const { link, links, meta } = await read(`${path}${path.includes('?') ? '&' : '?'}utm_source=x`)
    assert.equal(link('canonical'), siteUrl + path)
    assert.deepEqual([meta('og:url'), meta('robots')], [siteUrl + path, null])
    assert.match(meta('og:image')!, path.startsWith('/post') ? /\/cards\/post\/1\.png/ : /\/cards\/site\.png\?v=/)
    assert.deepEqual([links('search').length, links('alternate').length >= 6], [1, true])
  }
  const second = await read('/?page=2')
  assert.deepEqual([second.link('prev'), second.link('next')], [`${siteUrl}/`, null])
  assert.equal((await read('/')).link('next'), `${siteUrl}/?page=2`)
  const guarded = pages.filter(({ guard }) => guard).map(({ address }) => address.path.replace(/:\w+/, '1'))
  assert.ok(guarded.length > 2)
  const elsewhere = '/livestream/manage'
  assert.equal((await ask(elsewhere)).status, 308)
  for (const path of [
    '/login',
    ...guarded.filter((path) => path !== elsewhere),
    '/post/1/versions',
    '/search?q=x',
    '/post/99',
    '/nowhere',
    '/?page=9',
    '/blog?page=9',
  ]) {
    const { link, meta, graphs } = await read(path)
    assert.deepEqual([meta('robots'), link('canonical'), meta('og:image'), graphs], ['noindex', null, null, []], path)
  }
})

test('describes the front page as a WebSite with a SearchAction and the blog as a Blog, with absolute URLs', async () => {
  const { publish, read } = await site()
  await publish(article)
  const [website] = (await read('/')).things
  assert.deepEqual([website?.['@type'], website?.url, website?.name], ['WebSite', `${siteUrl}/`, 'Our Site'])
  assert.deepEqual(website?.potentialAction, {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  })
  const [blog] = (await read('/blog')).things
  assert.deepEqual([blog?.['@type'], blog?.blogPost?.[0]?.url], ['Blog', siteUrl + articlePath])
})

test('describes an article as a BlogPosting with breadcrumbs, and a post as a SocialMediaPosting', async () => {
  const { publish, read, ask, token } = await site()
  const [articleId, noteId] = [await publish(article), await publish(note)]
  await ask(`/api/posts/${articleId}/like`, { method: 'POST', token })
  const { things, graphs, meta } = await read(articlePath)
  assert.equal(graphs[0]?.['@context'], 'https://schema.org')
  const [posting, crumbs] = things
  assert.deepEqual(
    [posting?.['@type'], posting?.headline, posting?.timeRequired, posting?.inLanguage],
    ['BlogPosting', article.title, 'PT1M', 'nl'],
  )
  assert.deepEqual(posting?.image, [meta('og:image'), `${siteUrl}/x.png`])
  assert.deepEqual([posting?.datePublished, posting?.commentCount], [meta('article:published_time'), 0])
  assert.equal(posting?.author?.url, `${siteUrl}/profile/alice`)
  assert.equal(posting?.interactionStatistic?.userInteractionCount, 1)
  assert.deepEqual(
    crumbs?.itemListElement?.map(({ item }) => item),
    [`${siteUrl}/`, `${siteUrl}/blog`, siteUrl + articlePath],
  )
  const [social, ...others] = (await read(`/post/${noteId}`)).things
  assert.deepEqual(
    [social?.['@type'], social?.headline, others],
    ['SocialMediaPosting', 'Full alice: A note with words and a link.', []],
  )
})

test('marks up an article as an h-entry with name, summary, author, timestamps, and content', async () => {
  const { publish, read } = await site()
  await publish(article)
  const [entry, ...others] = (await read(articlePath)).items
  assert.deepEqual([entry?.type, others], [['h-entry'], []])
  const { name, url, uid, category, featured, summary, published, updated, content, author } = entry!.properties
  const address = [siteUrl + articlePath]
  assert.deepEqual([name, url, uid, category], [[article.title], address, address, ['Tech Tips']])
  assert.deepEqual([featured, updated], [[`${siteUrl}/x.png`], undefined])
  assert.match(textOf(summary), /^They weave\./)
  assert.match(textOf(published), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.match(objectOf(content).html!, /<p>They weave\./)
  assert.deepEqual(objectOf(author).type, ['h-card'])
  assert.deepEqual(objectOf(author).properties, {
    name: ['Full alice'],
    url: [`${siteUrl}/profile/alice`],
  })
})

test('adds no name to an untitled post, not even an implied one, and adds the edit time to an edited post', async () => {
  const { publish, read, ask, token } = await site()
  const id = await publish(note)
  await ask(`/api/posts/${id}`, { method: 'PATCH', token, body: { content: `${note.content} More.` } })
  const [entry] = (await read(`/post/${id}`)).items
  assert.deepEqual([entry?.properties['name'], entry?.properties['summary']], [undefined, undefined])
  assert.match(textOf(entry?.properties['updated']), /Z$/)
})

test('marks up a comment and a reply as h-cites with the author’s picture and the text as content', async () => {
  const { publish, read, ask, db, token } = await site()
  const id = await publish(note)
  await run(db)`update members set profile_image = '/storage/v1/object/public/profile-images/1/a.webp'`
  await ask(`/api/posts/${id}/comments`, { method: 'POST', token, body: { content: 'Well **said**.' } })
  await run(db)`insert into webmentions (source_url, source_host, target_url, target_path, owner_id, post_id, state,
      status, type, author_name, author_url, author_photo, content, content_html, url, received_at, created_at)
    values ('https://b.example/1', 'b.example', ${`${siteUrl}/post/${id}`}, ${`/post/${id}`}, 1, ${id}, 'verified',
      'approved', 'in-reply-to', 'Bea', 'https://b.example/', 'https://b.example/bea.png', 'So it is.', '<p>So it is.</p>',
      'https://b.example/1', now(), now())`
  const cites = ((await read(`/post/${id}`)).items[0]!.properties['comment'] ?? []) as ReturnType<typeof objectOf>[]
  assert.equal(cites.length, 2)
  for (const cite of cites as unknown as { properties: Properties }[]) {
    assert.equal(cite.properties['photo'], undefined)
    const author = cite.properties['author']![0] as unknown as { properties: Properties }
    assert.equal(author.properties['photo']?.length, 1)
    assert.match(objectOf(cite.properties['content']).html!, /Well <strong>said|So it is/)
  }
})

test('marks up a livestream as an h-entry with its URL and publication time', async () => {
  const { read, db } = await site()
  await run(db)`insert into all_livestreams
      (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title, description, is_public)
    values (1, 'embedded', 'a', 'a', true, 'a', 'Pairing', '', true)`
  const [entry] = (await read('/livestream/1')).items
  assert.deepEqual(entry?.properties['url'], [`${siteUrl}/livestream/1`])
  assert.match(textOf(entry?.properties['published']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('links projects, profiles, and public livestreams to their oEmbed responses', async () => {
  const { read, ask, db, token } = await site()
  await ask('/api/projects', { method: 'POST', token, body: { title: 'Ferry times', description: 'When it leaves.' } })
  await run(db)`insert into all_livestreams
      (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title, description, is_public)
    values (1, 'embedded', 'a', 'a', true, 'a', 'Pairing', '', true)`
  for (const path of ['/projects/1', '/profile/alice', '/livestream/1']) {
    const embed = (await read(path)).links('alternate').find(({ type }) => type === 'application/json+oembed')
    assert.equal(embed?.href, `${siteUrl}/oembed?url=${encodeURIComponent(siteUrl + path)}&format=json`, path)
    assert.equal((await ask(embed.href.replace(siteUrl, ''))).status, 200, path)
  }
})

test('marks up the front page, its sections, and the blog as h-feeds with the same entries', async () => {
  const { publish, read, ask, token } = await site()
  const [articleId, noteId] = [await publish(article), await publish(note)]
  await ask(`/api/posts/${articleId}/like`, { method: 'POST', token })
  for (const [path, name, ids] of [
    ['/', 'Our Site', [noteId, articleId]],
    ['/?type=popular', 'Our Site · Popular', [articleId]],
    ['/?categoryId=2', 'Our Site · Project Updates', [noteId]],
    ['/blog', 'Blog Posts', [articleId]],
  ] as const) {
    const feeds = (await read(path)).items.filter(({ type }) => type?.includes('h-feed'))
    assert.equal(feeds.length, 1, path)
    const { properties, children = [] } = feeds[0]!
    assert.deepEqual([properties['name'], properties['url']], [[name], [siteUrl + path]])
    assert.deepEqual(
      children.map((entry) => [entry.type?.[0], entry.properties['url']?.[0]]),
      ids.map((id) => ['h-entry', siteUrl + (id === articleId ? articlePath : `/post/${id}`)]),
    )
    for (const entry of children) {
      const isArticle = entry.properties['url']?.[0] === siteUrl + articlePath
      assert.deepEqual(entry.properties['name'], isArticle ? [article.title] : undefined)
      assert.equal(entry.properties['published']?.length, 1)
      assert.deepEqual(objectOf(entry.properties['author']).properties.url, [`${siteUrl}/profile/alice`])
    }
  }
})

test('keeps hostile titles inside the head and preserves their text', async () => {
  const { publish, read } = await site()
  const titles = [
    ...xssPayloads()
      .filter((one) => one.trim() && one.length <= 190 && !one.includes('\u0000'))
      .slice(0, 60),
    '</script><script>1',
    '\u2028\u2029"\'&<!--',
    ']]>&amp;',
  ]
  for (const title of titles) {
    const id = await publish({ content: 'A post', title })
    const { meta, things, html } = await read(`/post/${id}`)
    assert.equal(meta('og:title'), visibleLine(title))
    assert.equal(things[0]?.headline, visibleLine(title))
    assert.equal(html.match(/<script type="application\/ld\+json">/g)?.length, 1)
  }
})
