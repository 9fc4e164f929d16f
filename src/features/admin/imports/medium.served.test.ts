import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { importing } from '#tests/support/importing.ts'
import { fileOf, filesOf, sample } from '#tests/support/source-samples.ts'
import { zip } from '#tests/support/zips.ts'
import { readSource } from './read-source.ts'

const story = (title: string, body: string, footer = '') =>
  `<html><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><section><div class="section-content"><h3 class="graf graf--h3 graf--title">${title}</h3>${body}</div></section></section><footer>${footer}</footer></article></body></html>`
const published =
  '<a href="https://medium.com/p/x"><time class="dt-published" datetime="2020-01-02T03:04:05.000Z">x</time></a>'

test('imports stories with dates, code, cards, and links, and imports responses as unlisted posts', async () => {
  const t = await importing()
  const file = await fileOf(await zip(await filesOf('medium')))
  const report = await t.run(file)
  assert.deepEqual([report.kind, report.posts.length, report.rejected], ['Medium', 3, []])
  assert.deepEqual(
    report.drafts.map(({ key, title, why }) => [key, title, why]),
    [['Medium feedfacecafe', 'An unfinished hitch', null]],
  )
  assert.deepEqual(report.notes, [
    { key: 'Medium', notes: ['stories without a title, such as responses, became unlisted short posts (1)'] },
  ])
  const [knots, splice, ...listed] = await t.posts()
  assert.deepEqual(
    [knots!.title, knots!.createdAt.toISOString(), knots!.isLongForm],
    ['Knots & queues', '2019-05-06T07:08:09.123Z', true],
  )
  assert.deepEqual(await t.tagsOf(knots!.id), ['sailing', 'data-structures'])
  for (const part of [
    '_What sailors know about waiting_',
    'A line is a line, **at sea** and in code.',
    "```\nconst queue = []\nqueue.push('<rope>')\n```",
    '```javascript\nwhile (queue.length > 0) {\n  queue.shift()\n}\n```',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe>',
    '<https://gist.github.com/ann/0123456789abcdef>',
    '### Code',
    '---',
    '[All the ropes](https://elsewhere.example/ropes)',
  ])
    assert.ok(knots!.content.includes(part), `${part}\n${knots!.content}`)
  assert.match(knots!.content, /\[the second splice\]\(\/(?:post\/\d+|blog\/second-splice|blog\/the-second-splice)\)/)
  assert.doesNotMatch(knots!.content, /## Knots|All the ropes\].*All the ropes|A list of ropes/s)
  assert.deepEqual([splice!.title, listed], ['The second splice', []])
  const unlisted = await many<{ content: string }>(t.db)`select content from all_posts where is_unlisted`
  assert.deepEqual(unlisted, [{ content: 'Thanks, that knot held all night.' }])
  const again = await t.run(file)
  assert.deepEqual([again.posts, again.drafts, again.alreadyImported], [[], [], 4])
})

test('reads URLs, slugs, covers, and canonical URLs from an unpacked export', async () => {
  const { posts } = await readSource(sample('medium'))
  const [knots, splice, response, draft] = posts
  assert.deepEqual(
    [knots!.slug, knots!.addresses, knots!.canonicalUrl],
    [
      'knots-queues',
      ['https://medium.com/@ann/knots-queues-0a1b2c3d4e5f', 'https://medium.com/p/0a1b2c3d4e5f'],
      undefined,
    ],
  )
  assert.deepEqual(knots!.cover, {
    address: 'https://cdn-images-1.medium.com/max/800/1*knots.jpeg',
    alt: 'Knots by Ann',
  })
  assert.ok(!knots!.content.includes('knots.jpeg'))
  assert.deepEqual(
    [splice!.canonicalUrl, splice!.addresses, splice!.slug],
    ['https://ann.example/second-splice', ['https://medium.com/p/00bb11cc22dd'], undefined],
  )
  assert.deepEqual([response!.isUnlisted, draft!.isDraft, draft!.createdAt], [true, true, null])
})

test('reports damaged and hostile stories, and imports the others', async () => {
  const t = await importing()
  const text = 'Words that are many enough to make an article of their own, and then some more.'
  const report = await t.run(
    await fileOf(
      await zip({
        'posts/2020-01-01_A-aaaaaaaaaa01.html': story(
          'Hostile',
          `<p>${text}</p><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><script>alert(1)</script><iframe src="javascript:alert(1)"></iframe><div class="graf--mixtapeEmbed"><a href="javascript:alert(1)"><strong>x</strong></a></div><figure class="graf graf--figure graf--iframe"></figure>`,
          published,
        ),
        'posts/2020-01-01_B-aaaaaaaaaa02.html': story('Deep', '<div>'.repeat(100_000), published),
        'posts/2020-01-01_C-aaaaaaaaaa03.html': story('Long', `<p>${'x'.repeat(10_000_000)}</p>`, published),
        'posts/2020-01-01_D-aaaaaaaaaa04.html': '<html>nothing</html>',
        'posts/2020-01-01_E-aaaaaaaaaa05.html': Buffer.from([0xff, 0xfe, 0x00]),
        'posts/2020-01-01_F-aaaaaaaaaa06.html': story(
          'Undated',
          `<p>${text}</p>`,
          published.replace('2020-01-02', 'soon'),
        ),
      }),
    ),
  )
  assert.deepEqual(
    report.rejected.map(({ key, why }) => [/aaaaaaaaaa\d\d/.exec(key)![0], why]),
    [
      ['aaaaaaaaaa02', 'its HTML is nested too deeply'],
      ['aaaaaaaaaa03', 'its HTML is too long'],
      ['aaaaaaaaaa04', 'it is not a Medium story'],
      ['aaaaaaaaaa05', 'it is not encoded in UTF-8'],
    ],
  )
  assert.deepEqual(report.notes, [
    { key: 'Medium aaaaaaaaaa01', notes: ['embedded elements without an address were left out (1)'] },
    { key: 'Medium aaaaaaaaaa06', notes: ['its date is invalid'] },
  ])
  const posts = await t.posts()
  assert.equal(posts.length, 2)
  for (const { html } of posts) assert.doesNotMatch(html, /<script|<[^>]+\son\w+=|(?:href|src)="javascript/)
})
