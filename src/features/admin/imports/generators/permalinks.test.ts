import assert from 'node:assert/strict'
import { test } from 'vitest'
import { folderOf } from '#tests/support/folders.ts'
import { addresses, post, words } from '#tests/support/generator-posts.ts'
import { readSource } from '../read-source.ts'
import { dateTokens, dayIn, writtenDate } from './dates.ts'
import { netlifyRules } from './redirect-rules.ts'

test('expands Jekyll’s permalink styles and tokens', async () => {
  const name = '_posts/2019-02-03-It-Works.md'
  const front = 'title: It works\ncategories: [Big News, b]\ndate: 2019-02-03 04:05:06'
  for (const [permalink, expected] of [
    ['date', '/big%20news/b/2019/02/03/It-Works.html'],
    ['pretty', '/big%20news/b/2019/02/03/It-Works/'],
    ['ordinal', '/big%20news/b/2019/034/It-Works.html'],
    ['weekdate', '/big%20news/b/2019/W05/Sun/It-Works.html'],
    ['none', '/big%20news/b/It-Works.html'],
    ['/:slugified_categories/:slug', '/big-news/b/it-works'],
    ['/:short_year-:i_month-:i_day/:hour:minute/:title/', '/19-2-3/0405/It-Works/'],
    ['/p/:title:output_ext', '/p/It-Works.html'],
  ])
    assert.deepEqual(await addresses({ '_config.yml': `permalink: ${permalink}\n`, [name]: post(front) }), {
      [name]: expected,
    })
  assert.deepEqual(await addresses({ '_config.yml': '', [name]: post('title: x'), 'about.md': post('title: About') }), {
    [name]: '/2019/02/03/It-Works.html',
    'about.md': '/about.html',
  })
})

test('reports configuration files that cannot be read, and permalinks with unknown tokens', async () => {
  const broken = await readSource(await folderOf({ 'hugo.toml': 'a = [', 'content/p/a.md': post('title: A') }))
  assert.match(broken.notes?.join() ?? '', /^hugo\.toml could not be read: /)
  const unknown = await readSource(
    await folderOf({ 'hugo.json': '{"permalinks": {"p": "/:nonsense/:slug/"}}', 'content/p/a.md': post('title: A') }),
  )
  assert.deepEqual(
    [unknown.posts[0]!.addresses, unknown.posts[0]!.notes?.at(-1)],
    [['/p/a/'], 'its address is a guess, because its permalink could not be read: /:nonsense/:slug/'],
  )
})

test('computes Eleventy’s permalinks from front matter and directory data files', async () => {
  const config = { 'eleventy.config.js': '' }
  const name = 'posts/2020-03-04-some-file.md'
  const front = 'title: Hello World\ndate: 2020-03-04'
  for (const [data, expected] of [
    [{ 'posts/posts.json': '{"eleventyComputed": {"permalink": "/{{ title | slugify }}/"}}' }, '/hello-world/'],
    [{ 'posts/posts.11tydata.json': '{"permalink": "/x/{{ page.fileSlug }}/"}' }, '/x/some-file/'],
    [
      {
        'posts/posts.11tydata.js':
          'module.exports = { permalink: "/y/{{ page.date | date: \'%Y\' }}/{{ page.fileSlug }}/" }',
      },
      '/y/2020/some-file/',
    ],
    [
      {
        'posts/posts.11tydata.js':
          'export default { eleventyComputed: { permalink: (data) => `/z/${this.slugify(data.title)}/` } }',
      },
      '/z/hello-world/',
    ],
    [
      {
        'posts/posts.11tydata.cjs':
          'module.exports = { eleventyComputed: { permalink: function (data) { return `/w/${data.page.fileSlug}/index.html` } } }',
      },
      '/w/some-file/index.html',
    ],
  ] as const)
    assert.deepEqual(await addresses({ ...config, ...data, [name]: post(front) }), { [name]: expected }, expected)
  assert.deepEqual(
    await addresses({
      ...config,
      [name]: post(`${front}\neleventyComputed:\n  permalink: "/{{ title | slugify }}/v/"`),
    }),
    { [name]: '/hello-world/v/' },
  )
})

test('reports Eleventy permalinks that only code can compute', async () => {
  const name = 'posts/a.md'
  for (const [data, permalink] of [
    [{ 'posts/posts.json': '{"permalink": "/{% if x %}a{% endif %}/"}' }, '/{% if x %}a{% endif %}/'],
    [
      { 'posts/posts.11tydata.js': 'module.exports = { permalink: (data) => `/${lookUp(data.x)}/` }' },
      '/${lookUp(data.x)}/',
    ],
    [
      { 'posts/posts.11tydata.js': 'module.exports = { permalink: (data) => addressOf(data) }' },
      'posts/posts.11tydata.js',
    ],
  ] as const) {
    const site = await readSource(await folderOf({ 'eleventy.config.js': '', ...data, [name]: post('title: A') }))
    assert.deepEqual(
      [site.posts[0]!.addresses[0], site.posts[0]!.notes?.filter((note) => note.includes('guess'))],
      ['/posts/a/', [`its address is a guess, because its permalink could not be read: ${permalink}`]],
    )
  }
})

test('reports two files with the same URL, and keeps both', async () => {
  const site = await readSource(
    await folderOf({
      'hugo.toml': '',
      'content/p/a.md': post('title: A\nurl: /same/'),
      'content/p/b.md': post('title: B\nurl: /Same'),
    }),
  )
  assert.deepEqual(
    site.posts.map(({ addresses }) => addresses),
    [['/same/'], []],
  )
  assert.deepEqual(site.posts[1]!.notes?.at(-1), 'its address /Same is already used by content/p/a.md')
})

test('drops a guessed URL if two files share it', async () => {
  const site = await readSource(await folderOf({ 'a/same.md': post('title: A'), 'b/same.md': post('title: B') }))
  assert.deepEqual(
    site.posts.map(({ addresses }) => addresses),
    [['/a/same'], ['/b/same']],
  )
})

test('ignores an invalid configuration file', async () => {
  assert.deepEqual(await addresses({ 'hugo.toml': 'a = [', 'content/p/a.md': post('title: A') }), {
    'content/p/a.md': '/p/a/',
  })
  assert.deepEqual(await addresses({ '_config.yml': 'a: [', '_posts/2020-01-01-a.md': post('title: A') }), {
    '_posts/2020-01-01-a.md': '/2020/01/01/a.html',
  })
})

test('detects a site generator in a subfolder, and ignores files outside that subfolder', async () => {
  const site = await readSource(
    await folderOf({
      'site/hugo.toml': '',
      'site/content/p/a.md': post('title: A'),
      'guide.md': words,
      'README.md': words,
    }),
  )
  assert.deepEqual(
    [site.posts.map(({ addresses }) => addresses), site.skipped],
    [[['/p/a/']], [{ key: 'guide.md', why: 'it is not part of the site' }]],
  )
})

test('reads dates from file and folder names', () => {
  assert.deepEqual(
    [
      '2019-05-04-a.md',
      'x/2019/05/04/a.md',
      'x/2019/05/a.md',
      '2019/a.md',
      '2019-13-01-a.md',
      'a-2019.md',
      'v/20190504.md',
    ].map(dayIn),
    ['2019-05-04', '2019-05-04', '2019-05-01', '2019-01-01', '', '', '2019-05-04'],
  )
  const { at, days } = writtenDate('2019-07-01 23:30', 'a.md', 'America/New_York')
  assert.deepEqual([at?.toISOString(), days], ['2019-07-02T03:30:00.000Z', ['2019-07-01']])
  assert.deepEqual(writtenDate('2019-07-01T23:30:00-05:00', 'a.md', 'Asia/Tokyo').days, ['2019-07-01', '2019-07-02'])
  assert.deepEqual(writtenDate('not a date', 'a.md', 'Nowhere/Land'), { at: null, days: [], time: '00:00:00' })
  const { week, w_year: year, y_day: day } = dateTokens('2021-01-03', '00:00:00')
  assert.deepEqual([week, year, day], ['53', '2020', '003'])
})

test('reads only unconditional redirects from hosting configuration', () => {
  assert.deepEqual(
    netlifyRules(
      '# old\n/a /b\n/c/* /d/:splat 301\n/e /f 200\n/* /index.html 200\n/g/:id /h/:id\n/i https://j.example/ 302!\n/k /l 301 Country=us',
      '_redirects',
    ),
    [
      { file: '_redirects', from: '/a', to: '/b' },
      { file: '_redirects', from: '/c/*', to: '/d/*' },
      { file: '_redirects', from: '/i', to: 'https://j.example/' },
    ],
  )
})

test('finds the addresses that Hexo creates on a server in UTC, with hashes and without diacritics', async () => {
  const text = '---\ntitle: UPPER Case\ndate: 2018-09-09T08:15:00+08:00\ncategories: Größe\ntags: Łódź\n---\n\nText\n'
  const hexo = (permalink: string) => ({
    '_config.yml': `permalink: ${permalink}\nurl: https://lamps.example\ntimezone: Asia/Tokyo\n`,
    'package.json': '{"dependencies": {"hexo": "7.3.0"}}',
    'source/_posts/hexc-8.md': text,
  })
  for (const [permalink, address] of [
    ['posts/:hash/', '/posts/0443fa974bbe/'], // created by Hexo 7.3
    [':year/:month/:day/:title/', '/2018/09/08/hexc-8/'],
    [':category/:title.html', '/Grose/hexc-8.html'],
  ] as const) {
    const { posts, lists = [] } = await readSource(await folderOf(hexo(permalink)))
    assert.ok(posts[0]!.addresses.includes(address), posts[0]!.addresses.join())
    const listed = new Set(lists.map(({ from }) => from))
    for (const from of ['/tags/Lodz/', '/categories/Grose/']) assert.ok(listed.has(from), from)
  }
})

test('finds Hugo’s addresses for terms with slashes, and Eleventy’s for all posts', async () => {
  const listsIn = async (files: Record<string, string>) =>
    new Map((await readSource(await folderOf(files))).lists?.map(({ from, to }) => [from, to]))
  const hugo = await listsIn({ 'hugo.toml': '', 'content/posts/a.md': post('title: A\ntags: [a/b]') })
  for (const from of ['/tags/a/b/', '/tags/a-b/']) assert.deepEqual(hugo.get(from), { tag: 'a/b' }, from)
  const eleventy = await listsIn({
    'eleventy.config.js': '',
    'tags.njk': '---\npagination: { data: collections, size: 1, alias: tag }\npermalink: /topics/{{ tag }}/\n---\n',
    'posts/a.md': post('title: A\ntags: [posts, wood]'),
  })
  assert.deepEqual([eleventy.get('/topics/all/'), eleventy.get('/topics/wood/')], ['posts', { tag: 'wood' }])
})

test('reads HTML posts, and components in frameworks’ Markdown files', async () => {
  const jekyll = await readSource(
    await folderOf({
      '_config.yml': 'permalink: /:year/:month/:day/:title\n',
      '_posts/2009-05-17-Fixture.8.1Released.html':
        '---\ntitle: Released\ntags: [a b]\n---\n<p>It is <em>here</em>, and has a name.</p>\n{% highlight c# %}\nif (a < b) { }\n{% endhighlight %}\n',
      '_layouts/post.html': '---\nlayout: default\n---\n{{ content }}',
      'about.html': '---\ntitle: About\n---\n<p>About this site.</p>',
      'tags.html': '---\ntitle: Tags\n---\n{% for tag in site.tags %}<a href="#">{{ tag }}</a>{% endfor %}',
      'plain.html': '<html></html>',
    }),
  )
  assert.deepEqual(
    jekyll.posts.map(({ key, addresses, isPage }) => [key, addresses, isPage]),
    [
      [
        '_posts/2009-05-17-Fixture.8.1Released.html',
        ['/2009/05/17/Fixture.8.1Released', '/2009/05/17/Fixture.8.1Released.html'],
        undefined,
      ],
      ['about.html', ['/about', '/about.html'], true],
    ],
  )
  assert.equal(jekyll.posts[0]!.content, 'It is _here_, and has a name.\n\n```c#\nif (a < b) { }\n```')
  assert.deepEqual(jekyll.lists?.find(({ from }) => from === '/tags.html')?.to, 'posts')
  const next = await readSource(
    await folderOf({
      'next.config.js': '',
      'src/content/blog/2023/03/16/intro.md':
        '---\ntitle: Intro\n---\n\n<Intro>\n\nWelcome to the *site*, which is new.\n\n</Intro>\n\n## Title {/*title*/}\n',
      'src/content/blog/2023/04/01/odd.md': '---\ntitle: Odd\n---\n\nA type `Map<K>`, {/* and an open {brace.\n',
    }),
  )
  assert.deepEqual(
    next.posts.map(({ content, addresses, createdAt }) => [
      content,
      addresses.filter((address) => address.startsWith('/blog/2')),
      createdAt?.toISOString().slice(0, 10),
    ]),
    [
      ['Welcome to the *site*, which is new.\n\n## Title', ['/blog/2023/03/16/intro'], '2023-03-16'],
      ['A type `Map<K>`, {/* and an open {brace.', ['/blog/2023/04/01/odd'], '2023-04-01'],
    ],
  )
})
