import assert from 'node:assert/strict'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { cp, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { type Db, many, one, run } from '#kernel/db.ts'
import { jpeg, png } from '#tests/support/storage.ts'
import { pageBounds } from '#kernel/markdown/html-bounds.ts'
import { folderOf } from '#tests/support/folders.ts'
import { importing } from '#tests/support/importing.ts'

const sample = path.resolve('tests/fixtures/imports/markdown')

const words = 'Words enough for an article, since it must have fifty characters. '
const post = (front: string, body = words) => `---\n${front}\n---\n\n${body}\n`

test('imports Markdown files as articles, posts, and drafts with dates, categories, pictures, and links', async () => {
  const t = await importing()
  const report = await t.run(sample, { from: 'https://old.example' })
  assert.deepEqual(
    report.posts.map(({ key }) => key),
    ['_posts/2018-07-01-jekyll-says-hello.markdown', 'posts/harbour/index.md', 'posts/second-part.md', 'posts/note.md'],
  )
  assert.deepEqual(report.drafts, [{ key: '_drafts/not-yet.md', title: 'Not yet', why: null }])
  assert.deepEqual(report.rejected, [])
  assert.deepEqual(
    report.picturesFailed.map(({ address }) => address),
    ['missing.png'],
  )
  assert.deepEqual(report.tagsOmitted, [])

  const [jekyll, harbour, second, note] = await t.posts()
  assert.deepEqual(await t.tagsOf(jekyll!.id), ['jekyll', 'update'])
  assert.equal(jekyll!.createdAt.toISOString(), '2018-07-01T00:00:00.000Z')
  assert.deepEqual([harbour!.title, harbour!.categoryId, harbour!.isLongForm], ['Lights of the harbour', 1, true])
  assert.equal(harbour!.createdAt.toISOString(), '2019-03-04T17:30:00.000Z')
  assert.deepEqual([second!.categoryId, note!.title, note!.isLongForm], [4, null, false])
  assert.equal(note!.createdAt.toISOString(), '2020-05-05T08:15:00.000Z')

  assert.ok(!harbour!.content.includes('# Lights'))
  assert.match(
    harbour!.content,
    /!\[The lights\]\(\/storage\/v1\/object\/public\/post-images\/\d+\/[\w-]+\.png "At night"\)/,
  )
  assert.ok(harbour!.content.includes(`[the next part](/post/${second!.id}#rules)`))
  assert.ok(harbour!.content.includes(`[the same by its address](/post/${second!.id})`))
  assert.ok(harbour!.content.includes('(https://elsewhere.example/posts/second-part/)'))
  assert.ok(harbour!.content.includes('`[x](../second-part.md)`') && harbour!.content.includes('![Gone](missing.png)'))
  assert.match(harbour!.html, /<img src="\/storage[^>]+width=/)
  assert.match(second!.cover!.url, /^\/storage/)
  assert.ok(
    second!.content.includes(`[first]: /post/${harbour!.id}`) && second!.content.includes('[kept](harbour/index.md)'),
  )
  assert.ok(second!.content.includes(`<http://devstead.test/post/${harbour!.id}>`))

  assert.equal((await t.call('GET', '/api/posts?isLongForm=true')).status, 200)
  const list = (await (await t.call('GET', '/api/posts')).json()) as { total: number; posts: { id: number }[] }
  assert.deepEqual([list.total, list.posts[0]!.id], [4, note!.id])
  const found = (await (await t.call('GET', '/api/search?q=nobody%20shouts')).json()) as Record<string, unknown>
  assert.ok(JSON.stringify(found).includes('Lights of the harbour'))
  const [picture] = /\/storage[^)\s"]+/.exec(harbour!.content)!
  assert.equal((await t.app.request(picture)).status, 200)
})

test('does not import the same file twice, even if the post has been edited or deleted since', async () => {
  const t = await importing()
  await t.run(sample)
  const token = t.token
  const [first, second] = await t.posts()
  await t.call('DELETE', `/api/posts/${first!.id}`, { token })
  await t.call('PATCH', `/api/posts/${second!.id}`, { token, body: { title: 'Another title' } })
  const before = await everything(t)
  const report = await t.run(sample)
  assert.deepEqual([report.alreadyImported, report.posts, report.drafts, report.picturesCopied], [5, [], [], 0])
  assert.deepEqual(await everything(t), before)
})

test('reports what would happen in a dry run and changes nothing', async () => {
  const t = await importing()
  const before = await everything(t)
  const report = await t.run(sample, { isDryRun: true })
  assert.deepEqual([report.posts.length, report.drafts.length, report.posts[0]!.address], [4, 1, null])
  assert.deepEqual(await everything(t), before)
})

test('imports only new files, and resolves their links to previously imported posts', async () => {
  const t = await importing()
  const folder = await folderOf({ 'one.md': post('title: The first one') })
  await t.run(folder)
  await writeFile(path.join(folder, 'two.md'), post('title: The second one', `${words}[back](one.md)`))
  const report = await t.run(folder)
  assert.deepEqual([report.alreadyImported, report.posts.length], [1, 1])
  const [first, second] = await t.posts()
  assert.ok(second!.content.includes(`[back](/post/${first!.id})`))
})

test('imports the full Markdown of a post with too many elements, and renders only its beginning', async () => {
  const t = await importing()
  const fences = `${words}\n\n${'```\n'.repeat(24_000)}`
  const report = await t.run(await folderOf({ 'a.md': post('title: Fences', fences) }))
  assert.deepEqual([report.posts.length, report.drafts, report.rejected], [1, [], []])
  const [fenced] = await t.posts()
  assert.equal(fenced!.content.trim(), fences.trim())
  assert.ok(fenced!.html.length < pageBounds.maxBytes)
})

test('imports each file only once across concurrent and interrupted runs', async () => {
  const t = await importing()
  const files = Array.from({ length: 40 }, (_, n) => [
    `${n}.md`,
    post(`title: Number ${n}`, `${words}[next](${n + 1}.md)`),
  ])
  const folder = await folderOf(Object.fromEntries(files))
  const render = t.parts.markdown.render.bind(t.parts.markdown)
  let left = 15
  t.parts.markdown.render = (source, form) => (left-- > 0 ? render(source, form) : Promise.reject(new Error('cut off')))
  await assert.rejects(t.run(folder), /cut off/)
  assert.equal((await t.posts()).length, 15)
  t.parts.markdown.render = render
  const reports = await Promise.all([t.run(folder), t.run(folder)])
  assert.equal(reports[0].posts.length + reports[1].posts.length, 25)
  const posts = await t.posts()
  assert.equal(posts.length, 40)
  const ids = new Set(posts.map(({ id }) => id))
  const linked = posts.flatMap(({ content }) => [...content.matchAll(/\/post\/(\d+)/g)].map(([, id]) => Number(id)))
  assert.equal(linked.length, 39)
  assert.ok(linked.every((id) => ids.has(id)))
  const totals = await one<{ sum: number }>(t.db)`select sum(total)::int from post_totals`
  assert.equal(totals!.sum, 40)
})

test('fails if the database lost a post that was already imported, and imports it in the next run', async () => {
  const t = await importing()
  const files = Array.from({ length: 8 }, (_, n) => [`${n}.md`, post(`title: Number ${n}`)])
  const folder = await folderOf(Object.fromEntries(files))
  const lost: Promise<unknown>[] = []
  const onProgress = (done: number) => {
    if (done === 5) lost.push(loseOldestImport(t.db))
  }
  await assert.rejects(t.run(folder, { onProgress }), /lost some posts/)
  assert.deepEqual(await Promise.all(lost), [1])
  const again = await t.run(folder)
  assert.deepEqual([again.posts.length, again.alreadyImported, (await t.posts()).length], [1, 7, 8])
})

/** Undoes the first import, as a database crash would. @returns the number of imports undone */
const loseOldestImport = (db: Db) => run(db)`
  with lost as (delete from all_posts where id = (select min(id) from all_posts) returning id)
  update imports set imported_at = null where post_id in (select id from lost)`

test('does not wait for the disk when it commits a post', async () => {
  const t = await importing()
  let setting: unknown
  const { emit } = t.parts
  t.parts.emit = async (db, event, payload) => {
    if (event.name === 'post.imported') setting = await one(db)`select current_setting('synchronous_commit') as value`
    await emit(db, event, payload)
  }
  await t.run(await folderOf({ 'a.md': post('title: Not waiting') }))
  assert.deepEqual(setting, { value: 'off' })
})

test('converts HTML in Markdown, but keeps code, embedded players, and type parameters in prose', async () => {
  const t = await importing()
  const body = [
    `${words}<!-- more --> Press <kbd>K</kbd> and <b>hold</b>.<br>Then <img src="a.png" alt="see"> use Vec<T>.`,
    '<details>\n<summary>More</summary>',
    'Inside of it',
    '</details>',
    '<p align="center">\n  <img src="b.png" alt="below" onerror="alert(1)">\n</p>',
    '```\n<b>code</b> <!-- kept -->\n```',
    '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '<script>alert(1)</script>',
  ]
  const folder = await folderOf({
    'a.png': await png(),
    'b.png': await png(50),
    'x.md': post('title: With HTML', body.join('\n\n')),
  })
  assert.equal((await t.run(folder)).picturesCopied, 2)
  const { content, html } = (await t.posts())[0]!
  assert.match(content, /Press `K` and \*\*hold\*\*\.\\\nThen !\[see\]\(\/storage\S+\) use Vec<T>\./)
  assert.match(content, /More\s+Inside of it\s+!\[below\]\(\/storage/)
  assert.ok(content.includes('<b>code</b> <!-- kept -->') && html.includes('youtube-nocookie'))
  assert.doesNotMatch(content, /more -->|details|alert/)
})

test('imports invalid posts as drafts, and reports everything that cannot be imported', async () => {
  const t = await importing()
  const folder = await folderOf({
    'long.md': post('title: A very long one', 'x'.repeat(100_001)),
    'longer.md': post('title: Too long for a draft', 'x'.repeat(400_001)),
    'title.md': post(`title: ${'t'.repeat(1500)}`),
    'future.md': post('title: Tomorrow and after\ndate: 2999-01-01'),
    'many.md': post('title: Many paragraphs', 'x\n\n'.repeat(30_000)),
    'hi.md': post('title: Hi', 'Short.'),
    'empty.md': post('title: Nothing in it', ''),
    'latin.md': Buffer.from('---\ntitle: Caf\xe9\n---\n\nText', 'latin1'),
    'yaml.md': post('title: [unclosed'),
    'bomb.md': post('a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]'),
    'open.md': '---\ntitle: No end\n\nText',
    'toml.md': '+++\ntitle = Hugo\n+++\n\nText',
    'open-toml.md': '+++\ntitle = "Hugo"\n\nText',
    'json.md': '{\n  "title": \n}\n\nText',
    'mdx.mdx': 'Text with {an expression\n\n',
    'notes.rst': 'Title\n=====\n',
    'nul.md': post('title: A zero in the text', `${words}\0\r\nEnd`),
  })
  const report = await t.run(folder)
  const whys = (rows: { key: string; why: string | null }[]) =>
    Object.fromEntries(rows.map(({ key, why }) => [key, why]))
  assert.deepEqual(Object.keys(whys(report.drafts)).sort(), ['future.md', 'long.md', 'many.md', 'title.md'])
  assert.ok(report.drafts.every(({ why }) => why !== null))
  assert.deepEqual(Object.keys(whys(report.rejected)).sort(), [
    'bomb.md',
    'empty.md',
    'json.md',
    'latin.md',
    'longer.md',
    'notes.rst',
    'open-toml.md',
    'open.md',
    'toml.md',
    'yaml.md',
  ])
  assert.deepEqual(report.posts.map(({ key }) => key).sort(), ['hi.md', 'mdx.mdx', 'nul.md'])
  const drafts = await many<{ title: string; content: string }>(t.db)`select title, content from drafts`
  assert.ok(drafts.some(({ content }) => content.length === 100_001))
  assert.ok(drafts.some(({ content }) => content.startsWith(`# ${'t'.repeat(1500)}`)))
})

test('does not follow circular symbolic links or paths outside the folder', async () => {
  const t = await importing()
  const outside = await folderOf({ 'secret.jpg': await jpeg(), 'secret.md': post('title: Not for you') })
  const up = `../${path.basename(outside)}/secret.jpg`
  const folder = await folderOf({
    'post.md': post(
      'title: Ways out',
      `${words}![a](${up}) ![b](/${up}) ![c](%2e%2e%2f${path.basename(outside)}%2fsecret.jpg) ![d](link.jpg) ![e](file://${outside}/secret.jpg) ![f](big.jpg) ![g](text.jpg) ![h](http://127.0.0.1:9/x.png) ![i](javascript:alert(1)) ![j](a%00b.png)`,
    ),
    'big.jpg': Buffer.alloc(21 * 1024 * 1024),
    'text.jpg': '<svg onload=alert(1)>',
  })
  await symlink(path.join(outside, 'secret.jpg'), path.join(folder, 'link.jpg'))
  await symlink(outside, path.join(folder, 'elsewhere'))
  await symlink(folder, path.join(folder, 'circle'))
  await symlink(path.join(outside, 'secret.md'), path.join(folder, 'secret.md'))
  const report = await t.run(folder)
  assert.deepEqual([report.posts.length, report.picturesCopied, report.picturesFailed.length], [1, 0, 9])
  assert.deepEqual(await many(t.db)`select from images`, [])
})

test('downloads each remote picture only once, and does not copy other remote files', async () => {
  const t = await importing()
  const web = await t.web({ '/a.jpg': await jpeg(), '/page': '<html>' })
  const folder = await folderOf({
    'one.md': post('title: With pictures', `${words}![a](${web}/a.jpg) ![p](${web}/page) ![n](${web}/none.png)`),
    'two.md': post('title: With the same picture', `${words}![a](${web}/a.jpg) ![r](/a.jpg)`),
  })
  const report = await t.run(folder, { from: web })
  assert.deepEqual(
    [report.picturesCopied, report.picturesFailed.map(({ address }) => address)],
    [1, [`${web}/page`, `${web}/none.png`]],
  )
  const posts = await t.posts()
  assert.equal(posts.flatMap(({ content }) => content.match(/\/storage\/\S+\.jpg/g)).length, 3)
})

test('skips a host after repeated failures', async () => {
  const t = await importing()
  const pictures = Array.from({ length: 20 }, (_, n) => `![p](https://gone.example/${n}.png)`)
  const folder = await folderOf({ 'x.md': post('title: Many pictures', `${words}${pictures.join(' ')}`) })
  const { picturesFailed } = await t.run(folder)
  assert.equal(picturesFailed.length, 20)
  assert.equal(picturesFailed.filter(({ why }) => why === 'The server could not be reached').length, 4)
})

test('imports each file only once from a folder of 500 posts, even while files are being added', async () => {
  const t = await importing()
  const files = Array.from({ length: 500 }, (_, n) => [
    `${n}.md`,
    post(`title: Number ${n}\ndate: 2020-01-01`, words.repeat(10)),
  ])
  const folder = await folderOf(Object.fromEntries(files))
  assert.equal((await t.run(folder)).posts.length, 500)
  await cp(sample, path.join(folder, 'more'), { recursive: true })
  assert.equal((await t.run(folder)).alreadyImported, 500)
})

const everything = ({ db }: Awaited<ReturnType<typeof importing>>) =>
  one(
    db,
  )`select (select jsonb_agg(p order by id) from posts p) as posts, (select jsonb_agg(d order by key) from drafts d) as drafts,
    (select jsonb_agg(i order by source_key) from imports i) as imports, (select jsonb_agg(o order by path) from images o) as images,
    (select jsonb_agg(t order by is_long_form, category_id) from post_totals t) as totals`

test('imports categories and tags as tags, and reports any that exceed a post’s limits', async () => {
  const t = await importing()
  const many = Array.from({ length: 1000 }, (_, index) => `t${index}`)
  const folder = await folderOf({
    'one.md': post('title: The first one\ncategories: [Tech Tips, Rust]\ntags: [Machine Learning, C++, "🎉"]'),
    'two.md': post(`title: The second one\ntags: ${many.join(', ')}`),
    '_posts/2020-01-01-three.md': post('title: The third one\ntags: ruby web-dev\ncategories: [Two Words]'),
    'four.md': post('title: The fourth one\ndraft: true\ntags: [rust]'),
  })
  const report = await t.run(folder)
  const ids = new Map((await t.posts()).map(({ title, id }) => [title, id]))
  const tagsOf = (title: string) => t.tagsOf(ids.get(title)!)
  assert.deepEqual(await tagsOf('The first one'), ['rust', 'machine-learning', 'cpp'])
  assert.deepEqual(await tagsOf('The second one'), many.slice(0, 10))
  assert.deepEqual(await tagsOf('The third one'), ['two-words', 'ruby', 'web-dev'])
  const drafts = await one<{ details: object }>(t.db)`select details from drafts`
  assert.deepEqual(drafts, { details: { ...noDetails, slug: 'four', tags: ['rust'] } })
  const omitted = new Map(report.tagsOmitted.map(({ key, tags }) => [key, tags.length]))
  assert.deepEqual([omitted.size, omitted.get('one.md'), omitted.get('two.md')], [2, 1, 990])
})

test('reads Hugo, Astro, and Next.js formats, with covers, short titles, and components', async () => {
  const t = await importing()
  const cover = await png()
  const folder = await folderOf({
    'content/posts/hugo.md': `+++\ntitle = "Go"\ndate = 2019-03-04T18:30:00+01:00\ntags = ["go"]\n[cover]\nimage = "a.png"\n+++\n\n${words}{{< youtube dQw4w9WgXcQ >}}\n`,
    'content/posts/a.png': cover,
    'src/content/blog/astro.mdx': `---\ntitle: Astro\npubDate: Jul 8 2022\nheroImage: ./b.png\n---\nimport Note from './note.astro'\n\n${words}\n\n<Note>Mind this</Note>\n\n<Chart />\n`,
    'src/content/blog/b.png': cover,
    'json.md': '{\n  "title": "As JSON",\n  "date": "2020-01-02"\n}\n\nShort text.\n',
    'undated.md': post('title: No date here'),
  })
  const report = await t.run(folder)
  assert.deepEqual([report.rejected, report.drafts, report.picturesFailed], [[], [], []])
  const posts = await t.posts()
  assert.deepEqual(
    posts.slice(0, 3).map(({ title, isLongForm, createdAt }) => [title, isLongForm, createdAt.toISOString()]),
    [
      ['Go', true, '2019-03-04T17:30:00.000Z'],
      ['As JSON', true, '2020-01-02T00:00:00.000Z'],
      ['Astro', true, '2022-07-08T00:00:00.000Z'],
    ],
  )
  const [hugo, , astro] = posts
  assert.match(`${hugo!.cover!.url} ${hugo!.content}`, /^\/storage[\s\S]*<iframe/)
  assert.match(hugo!.html, /youtube-nocookie/)
  assert.match(`${astro!.cover!.url} ${astro!.content}`, /^\/storage[\s\S]*> Mind this\n\n`<Chart \/>`/)
  const notes = new Map(report.notes.map(({ key, notes }) => [key, notes]))
  assert.deepEqual(notes.get('src/content/blog/astro.mdx'), [
    'shown as code, because it has no Markdown equivalent: <Chart />',
  ])
  assert.deepEqual(notes.get('undated.md'), ['it has no date, so the date of its file was used'])
  assert.equal(notes.size, 2)
})

test('converts inline HTML links, code, and media', async () => {
  const t = await importing()
  const folder = await folderOf({
    'html.md': post(
      'title: HTML in the text',
      `${words}See <a href="https://example.org/a?b=1&amp;c=2" target="_blank">the **docs**</a>, <code>npm start</code>, <a name="x"></a>and more.\n\n<video src="https://example.org/v.mp4" controls></video>\n\n<audio controls><source src="/a.mp3"></audio>\n`,
    ),
  })
  await t.run(folder)
  const [{ content, html } = { content: '', html: '' }] = await t.posts()
  assert.match(content, /See \[the \*\*docs\*\*\]\(<https:\/\/example\.org\/a\?b=1&c=2>\), `npm start`, and more\./)
  assert.match(content, /\[Video\]\(<https:\/\/example\.org\/v\.mp4>\)[\s\S]*\[Audio\]\(<\/a\.mp3>\)/)
  assert.doesNotMatch(html, /&lt;/)
})

test('keeps the short title and text of an imported article when its tags change', async () => {
  const t = await importing()
  await t.run(await folderOf({ 'go.md': post('title: Go', 'Short.') }))
  const [{ id } = { id: 0 }] = await t.posts()
  const change = async (body: object) => (await t.call('PATCH', `/api/posts/${id}`, { token: t.token, body })).status
  assert.equal(await change({ tags: ['go'] }), 200)
  assert.equal(await change({ title: 'Go!' }), 400)
  assert.equal(await change({ title: 'Go, at length', content: words }), 200)
})
