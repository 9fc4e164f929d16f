import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { many } from '#kernel/db.ts'
import { jpeg } from '#tests/support/storage.ts'
import { importing } from '#tests/support/importing.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'

const sample = (name: string) => path.resolve('tests/fixtures/imports', name)

async function fileOf(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'devstead-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'export')
  await writeFile(file, content)
  return file
}

test('imports a Ghost export with code, tables, and media, and imports members-only posts as drafts', async () => {
  const t = await importing()
  const web = await t.web({ '/content/images/2023/09/net.jpg': await jpeg() })
  const report = await t.run(sample('ghost.json'), { from: web })
  assert.deepEqual(
    [report.kind, report.posts.length, report.picturesCopied, report.picturesFailed],
    ['Ghost', 3, 1, []],
  )
  assert.deepEqual(
    report.drafts.map(({ title }) => title),
    ['For members', ''],
  )
  assert.deepEqual(report.rejected, [])
  const [nets, second] = await t.posts()
  assert.deepEqual(await t.tagsOf(second!.id), ['sailing'])
  assert.deepEqual(
    [nets!.title, nets!.categoryId, nets!.createdAt.toISOString()],
    ['Nets & knots', 4, '2023-09-12T10:00:00.000Z'],
  )
  assert.ok(nets!.content.includes(`[the second knot](/post/${second!.id}#loop)`))
  assert.ok(second!.content.includes(`[told before](/post/${nets!.id})`) && second!.cover?.url.startsWith('/storage/'))
  assert.ok(nets!.content.includes("```js\nconst a = '<b>';\n```"))
  assert.ok(nets!.content.includes('[Knots of the world](<https://elsewhere.example/knots>)'))
  for (const kind of ['<strong>holes', '<table', 'youtube-nocookie.com/embed', 'Kept text', 'By the sea'])
    assert.ok(nets!.html.includes(kind), kind)
  assert.doesNotMatch(nets!.content, /script|onclick|GHOST_URL/)
  assert.equal((await t.run(sample('ghost.json'))).alreadyImported, 5)
})

test('imports a WordPress export with classic posts, and imports password-protected posts as drafts', async () => {
  const t = await importing()
  const report = await t.run(sample('wordpress.xml'))
  assert.deepEqual([report.kind, report.posts.length, report.rejected], ['WordPress', 2, []])
  assert.deepEqual(
    report.drafts.map(({ title }) => title),
    ['Secret plans'],
  )
  assert.equal(report.picturesFailed.length, 2)
  const [ropes, classic] = await t.posts()
  assert.deepEqual(
    [ropes!.title, ropes!.categoryId, ropes!.createdAt.toISOString()],
    ['Ropes & rigging <b>', 2, '2015-06-01T08:00:00.000Z'],
  )
  assert.ok(ropes!.content.includes(`[The classic way](/post/${classic!.id})`))
  assert.ok(ropes!.content.includes('```\n<!DOCTYPE html>\n  <p>\n```'))
  assert.ok(classic!.content.includes(`[back](/post/${ropes!.id})`))
  assert.ok(classic!.content.includes('```js\nif (a < b) {\n\n  go()\n}\n```'), classic!.content)
  assert.match(
    classic!.content,
    /^The first paragraph, before there were blocks, {2}\non two lines\.\n\nThe second one/,
  )
  assert.doesNotMatch(classic!.content, /caption id/)
  assert.equal((await t.run(sample('wordpress.xml'))).alreadyImported, 3)
})

test('imports dev.to and Hashnode exports as articles and drafts', async () => {
  const t = await importing()
  const devTo = await t.run(sample('dev-to.json'), { from: 'https://dev.to' })
  assert.deepEqual([devTo.kind, devTo.posts.length, devTo.drafts.length], ['dev.to', 2, 1])
  const hashnode = await t.run(sample('hashnode.json'))
  assert.deepEqual(
    [hashnode.kind, hashnode.posts.map(({ title }) => title), hashnode.drafts.length],
    ['Hashnode', ['Queues at sea', 'About'], 1],
  )
  const [queues, other, windows] = await t.posts()
  assert.deepEqual([queues!.categoryId, windows!.categoryId], [3, 1])
  assert.match(queues!.html, /<img[^>]+alt="Ships"/)
  assert.ok(queues!.content.includes('<https://elsewhere.example/embed>'))
  assert.ok(windows!.content.includes(`(/post/${other!.id})`) && windows!.html.includes('youtube-nocookie'))
  assert.ok(other!.content.startsWith('A text about locks'))
})

test('sanitizes hostile HTML', async () => {
  const t = await importing()
  const ghost = JSON.parse(await readFile(sample('ghost.json'), 'utf8')) as { db: { data: { posts: object[] } }[] }
  const html = [
    '<p>Words that are many enough to make it an article of its own.</p>',
    '<img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><svg onload=alert(1)></svg>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1)) &lt;img src=x onerror=alert(1)&gt;</p>',
    '<iframe src="https://evil.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"></iframe><iframe srcdoc="x"></iframe>',
    '<pre>```\n&lt;script&gt;alert(1)&lt;/script&gt;</pre><style>*{}</style><base href="https://evil.example/">',
  ].join('')
  ghost.db[0]!.data.posts = [
    { id: '1', title: 'Hostile one', slug: 'h', html, status: 'published', published_at: '2020-01-01T00:00:00.000Z' },
    { id: '2', title: 'Deep one', slug: 'd', html: '<div>'.repeat(100_000), status: 'published' },
    { id: '3', title: 'Long one', slug: 'l', html: 'x'.repeat(2_000_001), status: 'published' },
    { id: '4', slug: 'no-title' },
  ]
  const report = await t.run(await fileOf(JSON.stringify(ghost)))
  assert.deepEqual([report.posts.length, report.rejected.length], [1, 3])
  const [post] = await t.posts()
  assert.doesNotMatch(post!.html, /<script|<svg|<style|<base|srcdoc|<[^>]+\son\w+=|(?:href|src)="javascript/)
})

test('rejects damaged files, XML entities, and unsupported formats without changing anything', async () => {
  const t = await importing()
  const wordpress = await readFile(sample('wordpress.xml'), 'utf8')
  const bomb = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
  const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
  for (const [content, why] of [
    ['{"db": [', /not valid JSON/],
    ['{}', /not an export|not a WordPress export/],
    ['[]', /not an export|not a WordPress export/],
    ['null', /neither/],
    [wordpress.slice(0, 3000), /damaged/],
    [wordpress.replace('<rss', `${bomb}<rss`).replace('Classic', '&b;'), /document type/],
    [wordpress.replace('<rss', `${outside}<rss`).replace('Classic', '&f;'), /document type/],
    ['<rss><channel><item/></channel></rss>', /not an export|not a WordPress export/],
    ['<html></html>', /not an export|not a WordPress export/],
    ['Dear diary', /neither/],
    [Buffer.from([0x7b, 0xff, 0xfe]), /UTF-8/],
  ] as const)
    await assert.rejects(t.run(await fileOf(content)), why)
  assert.deepEqual(await many(t.db)`select from imports`, [])
})

test('imports an export whose posts contain many entities', async () => {
  const t = await importing()
  const wordpress = await readFile(sample('wordpress.xml'), 'utf8')
  const title = 'Salt &amp; pepper &lt;'
  const item = (n: number) =>
    `<item><title>${title} ${n}</title><guid>${n}</guid><content:encoded>${'a &amp; b &#8217; '.repeat(20)}</content:encoded><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
  const many = Array.from({ length: 300 }, (_, n) => item(n)).join('')
  await t.run(await fileOf(wordpress.replace('<item>', `${many}<item>`)))
  const posts = await t.posts()
  assert.equal(posts.length, 302)
  assert.ok(posts.some((post) => post.title === 'Salt & pepper < 299' && post.content.includes('a & b ’ a')))
})

test('parses pathological text quickly', async () => {
  const t = await importing()
  const item = (n: number, text: string) =>
    `<item><title>Number ${n}</title><guid>${n}</guid><content:encoded><![CDATA[${text}]]></content:encoded><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
  const units = ['[code]', '<pre', '[caption ', '<p>*', '\n \n', '<![CDATA[', '<a href=x>', '<table><tr><td>']
  const items = units.map((unit, n) => item(n, unit.repeat(90_000 / unit.length))).join('')
  const wordpress = await readFile(sample('wordpress.xml'), 'utf8')
  const startMs = cpuMs()
  const report = await t.run(await fileOf(wordpress.replace('<item>', () => `${items}<item>`)))
  assert.equal(report.posts.length + report.drafts.length + report.rejected.length, 3 + units.length)
  assert.ok(cpuMs() - startMs < 20_000)
})

test('imports each WordPress post exactly once, even if several share a GUID', async () => {
  const t = await importing()
  const item = (id: number) =>
    `<item><title>Post number ${id}</title><link>https://old.example/p${id}/</link><guid>https://old.example/?p=1</guid><content:encoded><![CDATA[Text ${id}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-0${id} 00:00:00</wp:post_date_gmt><wp:post_name>p${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
  const file = await fileOf(
    `<?xml version="1.0"?><rss xmlns:content="c" xmlns:wp="w"><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${item(1)}${item(2)}</channel></rss>`,
  )
  assert.equal((await t.run(file)).posts.length, 2)
  assert.equal((await t.run(file)).alreadyImported, 2)
})
