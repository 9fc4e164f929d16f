import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'vitest'
import { readSource } from '../read-source.ts'
import type { SourceList, SourceSite } from '../source-site.ts'

const sample = (name: string) => path.resolve('tests/fixtures/imports', name)

const addressesIn = ({ posts }: SourceSite) => Object.fromEntries(posts.map(({ key, addresses }) => [key, addresses]))
const flagsIn = ({ posts }: SourceSite) =>
  Object.fromEntries(
    posts.map(({ key, isPage, isUnlisted, isDraft }) => [
      key,
      [isPage && 'page', isUnlisted && 'unlisted', isDraft && 'draft'].filter(Boolean).join(' '),
    ]),
  )
const listAt = ({ lists = [] }: SourceSite, from: string) => lists.find((list) => list.from === from)?.to
const postAt = ({ posts }: SourceSite, key: string) => posts.find((post) => post.key === key)!

test('applies Hugo’s per-section permalinks, and reads bundles, aliases, and pages', async () => {
  const site = await readSource(sample('hugo'))
  assert.deepEqual([site.kind, site.origin, site.refused], ['Hugo', 'https://looms.example', []])
  assert.deepEqual(addressesIn(site), {
    'content/about.md': ['/about/'],
    'content/notes/2022-04-05-undated.md': ['/notes/2022-04-05-undated/'],
    'content/notes/A Short Note.md': ['/notes/a-short-note/'],
    'content/posts/first-warp.md': ['/2019/05/the-first-warp-weft/', '/old/first/', '/2019/05/warp-one'],
    'content/posts/hidden.md': ['/secret/thread.html'],
    'content/posts/sale.md': ['/2020/06/summer-sale/'],
    'content/posts/second-weft/index.md': ['/2020/01/weft-two/'],
  })
  assert.deepEqual(flagsIn(site), {
    'content/about.md': 'page',
    'content/notes/2022-04-05-undated.md': '',
    'content/notes/A Short Note.md': 'draft',
    'content/posts/first-warp.md': '',
    'content/posts/hidden.md': 'unlisted',
    'content/posts/sale.md': 'draft',
    'content/posts/second-weft/index.md': '',
  })
  const first = postAt(site, 'content/posts/first-warp.md')
  assert.deepEqual(
    [first.slug, first.cover, first.series, first.canonicalUrl, first.createdAt?.toISOString()],
    [
      'the-first-warp-weft',
      { address: 'img/warp.png', alt: 'A warp' },
      { name: 'Setting up', position: 1 },
      'https://elsewhere.example/first-warp',
      '2019-05-05T04:30:00.000Z',
    ],
  )
  const second = postAt(site, 'content/posts/second-weft/index.md')
  assert.deepEqual(
    [second.slug, second.cover, second.series],
    ['weft-two', { address: 'cover.png', alt: '' }, { name: 'Setting up', position: 2 }],
  )
  assert.equal(postAt(site, 'content/posts/sale.md').whyDraft, 'it expired on 2020-07-01')
  assert.deepEqual(site.skipped, [
    { key: 'content/posts/second-weft/notes.md', why: 'it is a resource of the page posts/second-weft' },
  ])
  const lists: [string, SourceList['to']][] = [
    ['/posts/', 'posts'],
    ['/posts/index.xml', 'feed'],
    ['/page/*', 'posts'],
    ['/tags/c++/', { tag: 'C++' }],
    ['/categories/weaving/', { tag: 'Weaving' }],
    ['/series/setting-up/', { series: 'Setting up' }],
    ['/tags/c++/index.xml', { feedOf: { tag: 'C++' } }],
    ['/index.xml', 'feed'],
  ]
  for (const [from, to] of lists) assert.deepEqual(listAt(site, from), to, from)
})

test('finds the same Hugo URLs and pictures when given only the content folder', async () => {
  const whole = await readSource(sample('hugo'))
  const content = await readSource(sample('hugo/content'))
  const withoutFolder = Object.fromEntries(
    Object.entries(addressesIn(whole)).map(([key, addresses]) => [key.replace('content/', ''), addresses]),
  )
  assert.deepEqual(addressesIn(content), withoutFolder)
  assert.ok(await content.pictureAt(new URL('https://source.invalid/img/warp.png')))
})

test('reads Jekyll’s permalink styles, categories, collections, defaults, and redirects', async () => {
  const site = await readSource(sample('jekyll'))
  assert.deepEqual([site.kind, site.refused], ['Jekyll', []])
  const first = '/metal/work/2018/07/01/First-kettle'
  const inUtc = '/metal/work/2018/07/02/First-kettle'
  const both = (...paths: string[]) => paths.flatMap((one) => [`/blog${one}`, one])
  assert.deepEqual(addressesIn(site), {
    '_drafts/steam.md': [],
    '_pages/contact.md': both('/contact/'),
    '_posts/2018-07-01-First-kettle.md': both(
      `${first}.html`,
      first,
      '/kettle/',
      '/2018/kettle.html',
      `${inUtc}.html`,
      inUtc,
    ),
    '_posts/tea/2018-08-02-second-kettle.markdown': both('/2018/08/02/second-kettle.html', '/2018/08/02/second-kettle'),
    '_recipes/drinks/mint.md': both('/recipes/drinks/mint/'),
    'about.md': both('/about', '/about.html'),
    'news/_posts/2019-01-05-moved.md': both('/moved/'),
  })
  assert.deepEqual(postAt(site, '_posts/2018-07-01-First-kettle.md').categories, ['metal', 'work', 'iron', 'fire'])
  assert.deepEqual(postAt(site, '_posts/2018-07-01-First-kettle.md').cover, {
    address: '/assets/kettle.png',
    alt: 'An iron kettle',
  })
  assert.deepEqual(postAt(site, '_posts/tea/2018-08-02-second-kettle.markdown').categories, ['tea'])
  assert.deepEqual(flagsIn(site), {
    '_drafts/steam.md': 'draft',
    '_pages/contact.md': 'page',
    '_posts/2018-07-01-First-kettle.md': '',
    '_posts/tea/2018-08-02-second-kettle.markdown': '',
    '_recipes/drinks/mint.md': '',
    'about.md': 'page',
    'news/_posts/2019-01-05-moved.md': 'unlisted',
  })
  assert.deepEqual(
    site.skipped?.map(({ key }) => key),
    ['_people/ann.md', 'archive.html', 'tag/iron.md'],
  )
  assert.deepEqual(
    ['/blog/archive/', '/blog/page2/', '/blog/tag/iron', '/blog/category/metal/', '/blog/feed.xml'].map((from) =>
      listAt(site, from),
    ),
    ['posts', 'posts', { tag: 'iron' }, { tag: 'metal' }, 'feed'],
  )
})

test('reads Eleventy’s permalink templates in front matter and directory data files', async () => {
  const site = await readSource(sample('eleventy'))
  assert.deepEqual([site.kind, site.origin], ['Eleventy', 'https://pines.example'])
  assert.deepEqual(addressesIn(site), {
    'content/about/index.md': ['/about/'],
    'content/blog/2021-05-06-first-pine.md': ['/writing/2021/first-pine/'],
    'content/blog/second-pine/index.md': ['/pines/the-second-pine/'],
    'content/uses.md': ['/uses/'],
  })
  assert.deepEqual(postAt(site, 'content/blog/2021-05-06-first-pine.md').categories, ['Trees'])
  assert.deepEqual(
    [postAt(site, 'content/uses.md').isPage, site.skipped],
    [true, [{ key: 'content/blog/secret.md', why: 'its permalink is false' }]],
  )
  assert.deepEqual([listAt(site, '/tags/trees/'), listAt(site, '/blog/')], [{ tag: 'Trees' }, 'posts'])
})

test('finds URLs in the routes, collections, and pages of Astro and Next.js', async () => {
  const astro = await readSource(sample('astro'))
  assert.deepEqual([astro.kind, astro.origin], ['Astro', 'https://cups.example'])
  assert.deepEqual(addressesIn(astro), {
    'src/content/blog/Second Cup.mdx': ['/blog/second-cup', '/blog/Second%20Cup', '/second-cup', '/Second%20Cup'],
    'src/content/blog/first-cup.md': ['/blog/first-cup', '/first-cup'],
    'src/content/blog/glazes/third.md': [
      '/blog/third-of-three',
      '/blog/third',
      '/blog/glazes/third-of-three',
      '/blog/glazes/third',
      '/glazes/third-of-three',
      '/glazes/third',
      '/third-of-three',
      '/third',
    ],
    'src/pages/now.md': ['/now'],
  })
  assert.deepEqual(
    ['/projects', '/rss.xml', '/tags/clay', '/blog'].map((from) => listAt(astro, from)),
    ['home', 'feed', { tag: 'clay' }, 'posts'],
  )
  assert.match(astro.notes?.[0] ?? '', /code.*\/projects/)

  const next = await readSource(sample('next'))
  assert.deepEqual(addressesIn(next), {
    'app/uses/page.mdx': ['/uses'],
    'content/first-rope.mdx': ['/blog/first-rope', '/first-rope'],
    'content/second-rope.mdx': ['/blog/second-rope', '/second-rope'],
  })
  assert.deepEqual(postAt(next, 'app/uses/page.mdx').isPage, true)
})

test('finds Gatsby URLs in paths and dated file names, and guesses the others', async () => {
  const site = await readSource(sample('gatsby'))
  assert.deepEqual([site.kind, site.origin], ['Gatsby', 'https://kites.example'])
  assert.deepEqual(addressesIn(site), {
    'content/blog/2013-06-05-why-kites.md': [
      '/blog/why-kites',
      '/blog/2013-06-05-why-kites',
      '/blog/2013/06/05/why-kites',
      '/posts/why-kites',
      '/posts/2013-06-05-why-kites',
      '/posts/2013/06/05/why-kites',
      '/why-kites',
      '/2013-06-05-why-kites',
      '/2013/06/05/why-kites',
      '/blog/2013/06/05/why-kites.html',
    ],
    'content/blog/hello-kite/index.md': ['/blog/hello-kite', '/posts/hello-kite', '/hello-kite'],
    'content/blog/named.md': ['/2016/named-kite/', '/blog/named', '/posts/named', '/named'],
  })
})

test('finds URLs in Docusaurus, Hexo, and Zola sites', async () => {
  const docusaurus = await readSource(sample('docusaurus'))
  assert.deepEqual(addressesIn(docusaurus), {
    'blog/2020-01-01-first-bell.md': ['/blog/2020/01/01/first-bell'],
    'blog/2020-02-02-second-bell/index.mdx': ['/blog/two-bells'],
    'blog/2021/03/04/third-bell.md': ['/blog/2021/03/04/third-bell'],
    'docs/01-intro.md': ['/docs/intro'],
    'src/pages/help.md': ['/help'],
  })
  assert.deepEqual(
    [listAt(docusaurus, '/blog/tags/bronze'), listAt(docusaurus, '/blog/archive')],
    [{ tag: 'bronze' }, 'posts'],
  )
  const hexo = await readSource(sample('hexo'))
  assert.deepEqual(addressesIn(hexo), {
    'source/_posts/first-lamp.md': ['/2017/03/04/first-lamp/', '/2017/03/03/first-lamp/'],
    'source/_posts/second-lamp.md': ['/lamps/second.html', '/lamps/second'],
    'source/about/index.md': ['/about/'],
  })
  assert.equal(postAt(hexo, 'source/_posts/first-lamp.md').createdAt?.toISOString(), '2017-03-03T21:06:07.000Z')
  assert.match(postAt(hexo, 'source/_posts/first-lamp.md').content, /!\[A lamp\]\(<lamp\.png>\)/)
  assert.deepEqual(
    [listAt(hexo, '/categories/Light/Oil/'), listAt(hexo, '/archives/2017/03/'), listAt(hexo, '/archives/2017/12/')],
    [{ tag: 'Oil' }, 'posts', 'posts'],
  )
  const zola = await readSource(sample('zola'))
  assert.deepEqual(addressesIn(zola), {
    'content/blog/2021-08-09-first-net.md': ['/blog/first-net/'],
    'content/blog/second-net/index.md': ['/blog/second-net/', '/old/net.html'],
  })
  assert.deepEqual([listAt(zola, '/tags/knots'), listAt(zola, '/blog')], [{ tag: 'Knots' }, 'posts'])
})

test('finds paths, names, and dates in a folder that doesn’t match any site generator', async () => {
  const site = await readSource(sample('markdown'))
  assert.deepEqual(addressesIn(site), {
    '_drafts/not-yet.md': ['/not-yet', '/not-yet.html'],
    '_posts/2018-07-01-jekyll-says-hello.markdown': [
      '/jekyll-says-hello',
      '/2018-07-01-jekyll-says-hello',
      '/2018/07/01/jekyll-says-hello',
      '/jekyll-says-hello.html',
    ],
    'posts/harbour/index.md': [
      '/2019/03/lights/',
      '/lights-of-the-harbour',
      '/posts/lights-of-the-harbour',
      '/posts/harbour',
      '/2019/03/04/lights-of-the-harbour',
      '/harbour.html',
      '/harbour',
    ],
    'posts/note.md': ['/note', '/posts/note', '/2020/05/05/note', '/note.html'],
    'posts/second-part.md': ['/second-part', '/posts/second-part', '/2019/03/11/second-part', '/second-part.html'],
  })
})
