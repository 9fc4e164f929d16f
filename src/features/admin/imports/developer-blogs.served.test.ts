import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { importing } from '#tests/support/importing.ts'
import { fileOf, filesOf, sample } from '#tests/support/source-samples.ts'
import { zip } from '#tests/support/zips.ts'
import { readSource } from './read-source.ts'

test('reads covers, series, canonical URLs, and Liquid tags from dev.to', async () => {
  const { posts } = await readSource(sample('dev-to.json'))
  const [windows, other, draft] = posts
  assert.deepEqual(windows!.cover, {
    address: 'https://dev-to-uploads.s3.amazonaws.com/uploads/articles/windows.png',
    alt: '',
  })
  assert.deepEqual([windows!.slug, windows!.canonicalUrl, draft!.slug], ['two-windows', undefined, undefined])
  assert.deepEqual(
    [other!.series, other!.canonicalUrl, other!.cover!.address],
    [{ name: 'Editors at sea', position: null }, 'https://ann.example/the-other-one', 'https://gone.example/locks.png'],
  )
  assert.deepEqual(other!.notes, [])
  for (const part of [
    '<https://codepen.io/ann/pen/abc>',
    '<https://github.com/forem/forem>',
    '<https://gist.github.com/ann/0123456789abcdef>',
    '[@ann](https://dev.to/ann) and [#webdev](https://dev.to/t/webdev)',
    '<https://dev.to/ann/two-windows-2def>',
    '```latex\nx^2\n```',
    '**Why?**\n\nBecause.',
  ])
    assert.ok(other!.content.includes(part), `${part}\n${other!.content}`)
})

test('imports the zip file that dev.to provides', async () => {
  const t = await importing()
  const files = { 'articles.json': await readFile(sample('dev-to.json')), 'comments.json': '[{"body_markdown":"x"}]' }
  const file = await fileOf(await zip(files))
  const report = await t.run(file)
  assert.deepEqual([report.kind, report.posts.length, report.drafts.length], ['dev.to', 2, 1])
  assert.equal((await t.run(file)).alreadyImported, 3)
})

test('reads covers, series, canonical URLs, drafts, and pages from Hashnode', async () => {
  const { posts, origin } = await readSource(sample('hashnode.json'))
  const [queues, draft, about] = posts
  assert.equal(origin, 'https://queues.example')
  assert.deepEqual(
    [queues!.slug, queues!.series, queues!.canonicalUrl, queues!.cover!.address],
    [
      'queues-at-sea',
      { name: 'Waiting', position: null },
      'https://ann.example/queues',
      'https://cdn.hashnode.com/queue.png',
    ],
  )
  assert.deepEqual([draft!.isDraft, draft!.categories], [true, []])
  assert.deepEqual([about!.isPage, about!.content, about!.slug], [true, 'I write about **queues**.', 'about'])
})

test('imports a Hashnode backup on GitHub with callouts, embeds, and malformed titles, but only once', async () => {
  const t = await importing()
  const nested = Object.entries(await filesOf('hashnode-backup')).map(([name, bytes]) => [`blog-main/${name}`, bytes])
  for (const source of [sample('hashnode-backup'), await fileOf(await zip(Object.fromEntries(nested)))]) {
    const { posts, kind } = await readSource(source)
    assert.equal(kind, 'Hashnode')
    const anchors = posts.find(({ slug }) => slug === 'anchors-heavy-and-light')!
    assert.deepEqual(
      [
        anchors.title,
        anchors.createdAt!.toISOString(),
        anchors.categories,
        anchors.canonicalUrl,
        anchors.cover!.address,
      ],
      [
        'Anchors, "heavy" and light',
        '2024-09-09T04:38:21.000Z',
        ['devops', 'aws-s3'],
        'https://ann.example/anchors',
        'https://cdn.hashnode.com/res/hashnode/image/upload/v1725856043036/anchor.jpeg',
      ],
    )
    for (const part of [
      '![A light anchor](https://cdn.hashnode.com/res/hashnode/image/upload/v1/light.png)',
      '    > 💡 **Heavier** is not `safer`.',
      '<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
    ])
      assert.ok(anchors.content.includes(part), `${part}\n${anchors.content}`)
  }
  const report = await t.run(sample('hashnode-backup'), { from: 'https://ann.hashnode.dev' })
  assert.deepEqual([report.posts.length, report.rejected], [3, []])
  assert.deepEqual(
    report.notes.map(({ key, notes }) => [key, notes]),
    [['cl2fk5w1w028hhtnvafck7mj7.md', ['it has no date']]],
  )
  assert.ok((await t.posts()).some(({ title }) => title === 'The oldest backup'))
  assert.equal((await t.run(await fileOf(await zip(Object.fromEntries(nested))))).alreadyImported, 3)
})
