import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { many, one } from '#kernel/db.ts'
import { folderOf } from '#tests/support/folders.ts'
import { importing } from '#tests/support/importing.ts'

const sample = (name: string) => path.resolve('tests/fixtures/imports', name)
const barrels = sample('wordpress-comments.xml')

interface ShownComment {
  id: number
  parentId: number | null
  authorName: string
  authorUrl: string
  content: string
  contentHtml: string
  createdAt: string
}

const commentsOf = async ({ call }: Awaited<ReturnType<typeof importing>>, postId: number) =>
  (await (await call('GET', `/api/posts/${postId}/comments`)).json()) as { total: number; comments: ShownComment[] }

const barrelsPost = ({ db }: Awaited<ReturnType<typeof importing>>) =>
  many<{ id: number }>(db)`select id from posts where title = 'How barrels hold & why'`

const everything = ({ db }: Awaited<ReturnType<typeof importing>>) =>
  one(
    db,
  )`select (select jsonb_agg(p order by id) from posts p) as posts, (select jsonb_agg(d order by key) from drafts d) as drafts,
    (select jsonb_agg(i order by source_key) from imports i) as imports, (select jsonb_agg(o order by path) from images o) as images,
    (select jsonb_agg(c order by id) from all_comments c) as comments, (select jsonb_agg(c order by post_id) from comment_counts c) as counts,
    (select jsonb_agg(t order by post_id, place) from tags_of_posts t) as tags`

const samples = readdirSync(sample('.')).filter((name) => name !== 'README.md')

test.each(samples)('imports %s, and changes nothing when run again', async (name) => {
  const t = await importing()
  const first = await t.run(sample(name))
  assert.ok(first.posts.length > 0)
  const before = await everything(t)
  const second = await t.run(sample(name))
  assert.deepEqual(
    [second.posts, second.drafts, second.commentsImported, second.alreadyImported],
    [[], [], 0, first.posts.length + first.drafts.length],
  )
  assert.deepEqual(await everything(t), before)
})

test('imports WordPress posts with galleries, embedded players, captions, code, and footnotes', async () => {
  const t = await importing()
  const report = await t.run(barrels)
  assert.deepEqual(
    report.drafts.map(({ title, why }) => [title, why]),
    [
      ['Private', 'it is private'],
      ['Later', 'its date is in the future'],
    ],
  )
  assert.deepEqual(report.skipped, [{ key: 'WordPress A barrel to buy', why: 'it has the type “product”' }])
  const notes = Object.fromEntries(report.notes.map(({ key, notes }) => [key, notes]))
  assert.deepEqual(notes['WordPress'], [
    'not imported: comments awaiting approval (1)',
    'not imported: comments marked as spam (1)',
    'not imported: pingbacks and trackbacks (1)',
    'not imported: posts in the trash (1)',
    'the export has no link to a category, so their addresses are assumed to be below /category/',
    'the export has no link to a tag, so their addresses are assumed to be below /tag/',
  ])
  assert.deepEqual(notes['WordPress https://barrels.example/?p=11'], [
    'shown as code, because it is a shortcode: [contact-form-7 id="5" title="Ask"]',
  ])
  const posts = await t.posts()
  const about = posts.find(({ title }) => title === 'About the cooper')!
  const { content, html } = posts.find(({ title }) => title === 'How barrels hold & why')!
  assert.match(content, /!\[Staves of "oak"\]\(\S+oak\.jpg\)\n\n!\[\]\(\S+ash\.jpg\)/)
  assert.ok(content.includes('```php\necho "[gallery]" . \'<b>\';\n```'), content)
  assert.match(html, /youtube-nocookie[\s\S]*<em>Oak <em>staves|<em>Oak/)
  assert.match(
    about.content,
    /2016\[\^1\][\s\S]*```bash\nmake barrel && fill\n```[\s\S]*hoops\)[\s\S]*\[\^1\]: In _May_\./,
  )
})

test('imports approved comments with their timestamps, names, and threads, without notifying anyone', async () => {
  const t = await importing()
  const report = await t.run(barrels)
  assert.equal(report.commentsImported, 3)
  const [{ id } = { id: 0 }] = await barrelsPost(t)
  const { total, comments } = await commentsOf(t, id)
  const [first, second, third] = comments
  assert.deepEqual(
    [total, ...comments.map((one) => [one.authorName, one.authorUrl, one.createdAt, one.parentId])],
    [
      3,
      ['Bo & Co', 'https://bo.example/', '2016-05-05T10:00:00.000Z', null],
      ['Ann', '', '2016-05-06T10:00:00.000Z', first!.id],
      ['Anonymous', '', '2016-05-07T10:00:00.000Z', first!.id],
    ],
  )
  assert.match(first!.contentHtml, /<code>a &lt; b<\/code>/)
  assert.doesNotMatch(first!.contentHtml, /<script|href="javascript/)
  assert.match(first!.contentHtml, /So that is why\.<\/p>/)
  assert.deepEqual([second!.content, third!.content], ['It does.', 'Thanks!'])
  assert.deepEqual(await many(t.db)`select * from notifications`, [])
})

test('does not restore deleted comments, but imports new comments', async () => {
  const t = await importing()
  const xml = await readFile(barrels, 'utf8')
  const folder = await folderOf({
    'wordpress.xml': xml.replaceAll(/<wp:comment>\s*<wp:comment_id>3[\s\S]*?<\/wp:comment>/g, ''),
  })
  assert.equal((await t.run(folder)).commentsImported, 2)
  const [{ id } = { id: 0 }] = await barrelsPost(t)
  const [bo] = (await commentsOf(t, id)).comments
  assert.equal((await t.call('DELETE', `/api/comments/${bo!.id}`, { token: t.token })).status, 204)
  await writeFile(path.join(folder, 'wordpress.xml'), xml)
  assert.equal((await t.run(folder, { isDryRun: true })).commentsImported, 1)
  assert.equal((await t.run(folder)).commentsImported, 1)
  assert.deepEqual(
    (await commentsOf(t, id)).comments.map(({ authorName }) => authorName),
    ['Ann', 'Anonymous'],
  )
  await many(t.db)`delete from all_comments where id = ${bo!.id}`
  assert.equal((await t.run(folder)).commentsImported, 0)
  assert.equal((await commentsOf(t, id)).total, 2)
})

test('imports Ghost cards, posts written in each of Ghost’s editors, comments, and redirects', async () => {
  const t = await importing()
  const report = await t.run(sample('ghost'))
  assert.deepEqual(
    [
      report.kind,
      report.posts.length,
      report.commentsImported,
      report.picturesCopied,
      report.drafts.map(({ why }) => why),
    ],
    ['Ghost', 4, 2, 1, ['it is for members only', 'it was sent by email only']],
  )
  const posts = await t.posts()
  const spring = posts.find(({ title }) => title === 'The spring')!
  assert.match(spring.cover!.url, /^\/storage/)
  assert.equal(spring.cover!.alt, 'A coiled spring')
  for (const part of [
    '> ! Do **not** open it.',
    '**Why?**',
    '[The sound](</content/media/a.mp3>)',
    '[The plan](',
    '**A clock**',
  ])
    assert.ok(spring.content.includes(part), part)
  assert.doesNotMatch(spring.content, /0:00|1:05|Sign up|2 MB/)
  const winding = posts.find(({ title }) => title === 'Winding it')!
  assert.ok(
    winding.content.includes(`[this](/post/${spring.id})`) && winding.content.includes('```c\nif (a < b) wind();'),
  )
  const { comments } = await commentsOf(t, spring.id)
  assert.deepEqual(
    comments.map(({ authorName, parentId }) => [authorName, parentId]),
    [
      ['Bo', null],
      ['Ann', comments[0]!.id],
    ],
  )
})

test('reports the file and line of each problem, and imports everything else', async () => {
  const t = await importing()
  const folder = await folderOf({
    'hugo.toml': 'baseURL = "https://looms.example/"\n',
    'content/posts/good.md':
      '---\ntitle: Good\ndate: 2020-01-01\n---\n\nA text that is long enough to be published here.\n',
    'content/posts/toml.md': '+++\ntitle = "A"\ndate = yesterday\n+++\n\nText\n',
    'content/posts/yaml.md': '---\ntitle: A\ntags: [a\ndate: 2020-01-01\n---\n\nText\n',
    'content/posts/json.md': '{\n  "title": "A",\n  "tags": [,]\n}\n\nText\n',
    'content/posts/date.md':
      '---\ntitle: No such day\ndate: 2020-13-45\n---\n\nA text that is long enough to be published here.\n',
    'content/posts/huge.md': `---\ntitle: Huge\n---\n\n${'x'.repeat(10 * 1024 * 1024)}`,
    'content/posts/picture.md':
      '---\ntitle: Picture\ndate: 2020-01-02\ncover: /gone.png\n---\n\nA text that is long enough to be published here.\n',
  })
  const report = await t.run(folder, { from: 'http://127.0.0.1:9' })
  const whys = Object.fromEntries(report.rejected.map(({ key, why }) => [key.replace('content/posts/', ''), why]))
  assert.deepEqual(Object.keys(whys).toSorted(), ['huge.md', 'json.md', 'toml.md', 'yaml.md'])
  assert.match(whys['toml.md']!, /invalid on line 3:/)
  assert.match(whys['yaml.md']!, /invalid on line [34]:/)
  assert.match(whys['json.md']!, /invalid on line 3:/)
  assert.deepEqual(report.posts.map(({ title }) => title).toSorted(), ['Good', 'No such day', 'Picture'])
  assert.deepEqual(
    report.picturesFailed.map(({ address }) => address),
    ['/gone.png'],
  )
  const notes = Object.fromEntries(report.notes.map(({ key, notes }) => [key, notes]))
  assert.deepEqual(notes['content/posts/date.md'], [
    'its date on line 3, 2020-13-45, is not valid, so the date of its file was used',
  ])
})

test('copies pictures from a site’s folder, and converts its template tags', async () => {
  const t = await importing()
  const folder = await folderOf({})
  await cp(sample('jekyll'), folder, { recursive: true })
  const report = await t.run(folder)
  assert.deepEqual([report.picturesCopied, report.picturesFailed], [1, []])
  assert.equal((await t.posts()).filter(({ cover }) => cover?.url.startsWith('/storage/')).length, 1)
  const kettle = (await t.posts()).find(({ title }) => title === 'First kettle')
  assert.match(kettle!.content, /```ruby\nputs :boil\n```[\s\S]*\[next\]\(\/post\/\d+\)/)
})
