import assert from 'node:assert/strict'
import { test } from 'vitest'
import { folderOf } from '#tests/support/folders.ts'
import { addresses, post } from '#tests/support/generator-posts.ts'
import { readSource } from '../read-source.ts'

test('expands Hugo’s tokens in every configuration format', async () => {
  const name = 'content/blog/deep/Some File.md'
  const front = "title: 'Hello, World & C#'\ndate: 2020-03-04T05:06:07+02:00"
  for (const [pattern, expected] of [
    ['/:year/:month/:day/:title/', '/2020/03/04/hello-world-c%23/'],
    ['/:sections/:slug/', '/blog/deep/hello-world-c%23/'],
    ['/:section/:filename/', '/blog/some-file/'],
    ['/:sections[1:]/:contentbasename', '/deep/some-file/'],
    ['/:year/:yearday/:slugorfilename.html', '/2020/64/some-file.html'],
  ])
    for (const config of [
      { 'config.toml': `[permalinks]\nblog = "${pattern}"\n` },
      { 'hugo.yaml': `permalinks:\n  page:\n    blog: ${pattern}\n` },
      { 'config/_default/permalinks.toml': `blog = "${pattern}"\n`, 'config/_default/config.toml': '' },
    ])
      assert.deepEqual(
        await addresses({ ...config, 'content/blog/deep/_index.md': post('title: Deep'), [name]: post(front) }),
        { [name]: expected },
        pattern,
      )
  assert.deepEqual(
    await addresses({ 'hugo.json': '{"uglyURLs": true, "baseURL": "https://a.example/sub/"}', [name]: post(front) }),
    {
      [name]: '/sub/blog/deep/some-file.html',
    },
  )
})

test('expands Hugo’s section tokens and date layouts', async () => {
  const name = 'content/blog/go/some-file/index.md'
  for (const [pattern, expected] of [
    ['/:sectionslugs/:slugorcontentbasename/', '/notes/gophers/some-file/'],
    ['/:sectionslugs[1:]/:contentbasename', '/gophers/some-file/'],
    ['/:sections[last]/:sectionslug/:contentbasename/', '/go/notes/some-file/'],
    ['/:2006/:01/:contentbasename/', '/2020/03/some-file/'],
    ['/a\\:b/:contentbasename/', '/a:b/some-file/'],
  ])
    assert.deepEqual(
      await addresses({
        'hugo.json': JSON.stringify({ permalinks: { blog: pattern } }),
        'content/blog/_index.md': post('title: The blog\nslug: notes'),
        'content/blog/go/_index.md': post('title: Gophers'),
        [name]: post('title: A\ndate: 2020-03-04'),
      }),
      { [name]: expected },
      pattern,
    )
})

test('applies the first matching rule in Hugo’s permalink lists', async () => {
  const rules = [
    { target: { kind: 'page', path: '/blog/{old,older}/**' }, pattern: '/archive/:contentbasename/' },
    { target: { kind: '{page,term}', path: '{/blog/**,/tags/**}' }, pattern: '/b/:slugorcontentbasename/' },
    { target: { kind: 'section', path: '/blog' }, pattern: '/all/' },
  ]
  const files = {
    'hugo.yaml': JSON.stringify({ permalinks: rules }),
    'content/Blog/Old/a.md': post('title: A\ntags: [Knots]'),
    'content/Blog/b.md': post('title: B\nslug: bee'),
    'content/other/c.md': post('title: C'),
  }
  assert.deepEqual(await addresses(files), {
    'content/Blog/Old/a.md': '/archive/a/',
    'content/Blog/b.md': '/b/bee/',
    'content/other/c.md': '/other/c/',
  })
  const { lists = [] } = await readSource(await folderOf(files))
  const listed = new Set(lists.map(({ from }) => from))
  for (const from of ['/b/knots/', '/all/']) assert.ok(listed.has(from), from)
})

test('applies front matter cascaded from Hugo’s sections and configuration', async () => {
  const site = await readSource(
    await folderOf({
      'hugo.toml':
        '[[cascade]]\nauthor = "Ann"\n[cascade._target]\npath = "/notes/**"\n[cascade.params]\nseries = "S"\n',
      'content/_index.md': post('title: Home\ncascade:\n  tags: [everywhere]'),
      'content/posts/_index.md': post(
        'title: Posts\ncascade:\n  - target: {path: /posts/hidden/**}\n    build: {render: never}\n  - target: {kind: section}\n    draft: true\n  - url: /p/:contentbasename/\n    tags: [ofPosts]',
      ),
      'content/posts/drafts/_index.md': '+++\n[cascade]\ndraft = true\n+++\n',
      'content/posts/a.md': post('title: A'),
      'content/posts/b.md': post('title: B\ntags: [own]\nurl: /bee/'),
      'content/posts/drafts/c.md': post('title: C'),
      'content/posts/hidden/d.md': post('title: D'),
      'content/notes/e.md': post('title: E'),
      'content/broken/_index.md': post('title: [x'),
      'content/broken/f.md': post('title: F'),
    }),
  )
  assert.deepEqual(
    site.posts.map(({ key, addresses, categories, isDraft, series }) => [
      key,
      addresses[0],
      categories.join(' '),
      isDraft,
      series?.name,
    ]),
    [
      ['content/broken/f.md', '/broken/f/', 'everywhere', false, undefined],
      ['content/notes/e.md', '/notes/e/', 'everywhere', false, 'S'],
      ['content/posts/a.md', '/p/a/', 'ofPosts', false, undefined],
      ['content/posts/b.md', '/bee/', 'own', false, undefined],
      ['content/posts/drafts/c.md', '/p/c/', 'ofPosts', true, undefined],
    ],
  )
  assert.deepEqual(
    site.skipped?.map(({ key, why }) => [key, why]),
    [['content/posts/hidden/d.md', 'it is not rendered as a page']],
  )
  assert.match(
    site.notes?.join() ?? '',
    /content\/broken\/_index\.md could not be read: its front matter is invalid on line 2/,
  )
})

test('adds Hugo’s language prefixes to URLs', async () => {
  const config = 'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n'
  assert.deepEqual(
    await addresses({
      'hugo.toml': config,
      'content/posts/a.md': post('title: A'),
      'content/posts/a.fr.md': post('title: B'),
    }),
    { 'content/posts/a.md': '/posts/a/', 'content/posts/a.fr.md': '/fr/posts/a/' },
  )
})

test('redirects Hugo’s sections if each language has its own content folder', async () => {
  const folders = '[en]\ncontentDir = "content/en"\nweight = 1\n[fr]\ncontentDir = "translations/fr"\n'
  const { lists = [] } = await readSource(
    await folderOf({
      'hugo.toml': '',
      'config/_default/languages.toml': folders,
      'content/en/news/a.md': post('title: A'),
      'content/en/about/_index.md': post('title: About'),
      'translations/fr/nouvelles/b.md': post('title: B'),
    }),
  )
  assert.deepEqual(
    lists.filter(({ from, to }) => to === 'posts' && !/\*|tags|categories/.test(from)).map(({ from }) => from),
    ['/about/', '/news/', '/fr/nouvelles/'],
  )
})
