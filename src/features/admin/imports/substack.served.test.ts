import assert from 'node:assert/strict'
import { test } from 'vitest'
import { importing } from '#tests/support/importing.ts'
import { fileOf, filesOf, sample } from '#tests/support/source-samples.ts'
import { zip } from '#tests/support/zips.ts'
import { readSource } from './read-source.ts'

test('imports posts with footnotes, media, and code, and imports paid posts as drafts', async () => {
  const t = await importing()
  const file = await fileOf(await zip(await filesOf('substack')))
  const report = await t.run(file, { from: 'https://tides.substack.com' })
  assert.deepEqual(report.kind, 'Substack')
  assert.deepEqual(
    report.drafts.map(({ title }) => title),
    ['For the crew', 'Half mast half sail'],
  )
  assert.deepEqual(report.rejected, [
    { key: 'posts.csv, line 9', why: 'its text, posts/107.lost.html, is not in the export' },
  ])
  assert.deepEqual(Object.fromEntries(report.notes.map(({ key, notes }) => [key, notes])), {
    Substack: ['not imported: the list of subscribers'],
    'Substack 106': ['it became an article, because only administrators can add pages'],
    'Substack 101': ['subscription forms and buttons were left out'],
    'Substack 102': ['saved as a draft, because it is only for paying subscribers'],
    'Substack 104': ['it was a thread; its comments are not in the export'],
  })
  const tide = (await t.posts()).find(({ title }) => title === 'First tide, high')!
  assert.equal(tide.createdAt.toISOString(), '2021-03-01T08:00:00.000Z')
  for (const part of [
    '*What the moon does \\*at night\\**\n\nThe water rises twice a day[^1], see',
    '![The tide](https://substack-post-media.s3.amazonaws.com/public/images/tide.jpeg)',
    '_High water_',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '<https://twitter.com/moon/status/20>',
    '[On the moon](https://other.example/p/moon)',
    '```python\nprint(1)\nprint(2)\n```',
    '[^1]: Almost.\n    \n    Not in **every** sea.',
  ])
    assert.ok(tide.content.includes(part), `${part}\n${tide.content}`)
  assert.match(tide.content, /\[the thread\]\(\/(?:blog|post)\/[\w-]+\)/)
  assert.doesNotMatch(tide.content, /Subscribe|Share|substackcdn/)
  assert.match(tide.html, /footnote/)
  const again = await t.run(file)
  assert.deepEqual([again.posts, again.drafts, again.alreadyImported], [[], [], 6])
})

test('reads slugs, URLs, pages, and podcasts from an unpacked export', async () => {
  const { posts } = await readSource(sample('substack'))
  const byKey = new Map(posts.map((post) => [post.key, post]))
  const tide = byKey.get('Substack 101')!
  assert.deepEqual([tide.slug, tide.addresses], ['first-tide', ['/p/first-tide']])
  assert.equal(byKey.get('Substack 106')!.isPage, true)
  assert.match(
    byKey.get('Substack 105')!.content,
    /^\*Waves\*\n\n\[Audio\]\(<https:\/\/api\.substack\.com\/feed\/podcast\/105\/sea\.mp3>\)\n\nListen/,
  )
})

test('reports malformed rows with their line numbers, and imports the others', async () => {
  const t = await importing()
  const report = await t.run(
    await fileOf(
      await zip({
        'posts.csv':
          'post_id,post_date,is_published,type,audience,title,subtitle\n' +
          '../../etc/passwd,2021-01-01T00:00:00.000Z,true,newsletter,everyone,Climbs,\n' +
          '1.a,yesterday,true,newsletter,everyone,Undated,\n' +
          '2.b,2021-01-01T00:00:00.000Z,true,newsletter,everyone,Hostile,<script>*x*\n' +
          '3.c,2021-01-01T00:00:00.000Z,true,newsletter,everyone,"Open quote,\n' +
          '4.d,2021-01-01T00:00:00.000Z,true,newsletter,everyone,After it,\n',
        'posts/1.a.html': '<p>Some words</p>',
        'posts/2.b.html':
          '<p onclick="x">y</p><img data-attrs="{&quot;src&quot;:&quot;javascript:alert(1)&quot;}"><div class="tweet" data-attrs="{&quot;url&quot;:&quot;javascript:alert(1)&quot;}"></div><div class="tweet" data-attrs="{broken"></div><script>alert(1)</script>',
        'posts/3.c.html': '<p>Lost</p>',
        'posts/4.d.html': '<p>Found</p>',
      }),
    ),
  )
  assert.deepEqual(
    report.rejected.map(({ key }) => key),
    ['posts.csv, line 5', 'posts.csv, line 2'],
  )
  const posts = await t.posts()
  assert.deepEqual(new Set(posts.map(({ title }) => title)), new Set(['After it', 'Hostile', 'Undated']))
  for (const { html } of posts) assert.doesNotMatch(html, /<script|<[^>]+\son\w+=|(?:href|src)="javascript/)
})
