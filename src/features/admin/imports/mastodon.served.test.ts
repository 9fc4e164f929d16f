import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { importing } from '#tests/support/importing.ts'
import { fileOf, filesOf, sample } from '#tests/support/source-samples.ts'
import { zip } from '#tests/support/zips.ts'
import { readSource } from './read-source.ts'

const everyone = 'https://www.w3.org/ns/activitystreams#Public'

async function tarOf(files: Record<string, Buffer>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body }))
  return gzipSync(await packTar(entries))
}

test('imports a Mastodon archive’s public posts with pictures, hashtags, and threads, but only once', async () => {
  const t = await importing()
  const file = await fileOf(await tarOf(await filesOf('mastodon')))
  const report = await t.run(file)
  assert.deepEqual(
    [report.kind, report.posts.length, report.drafts, report.rejected, report.hasProfile],
    ['Mastodon', 4, [], [], true],
  )
  assert.deepEqual([report.picturesCopied, report.picturesFailed], [2, []])
  assert.deepEqual(report.notes, [
    {
      key: 'Mastodon',
      notes: [
        'not imported: posts visible only to followers or mentioned people (2)',
        'not imported: replies to others (2)',
        'not imported: boosts (1)',
      ],
    },
    {
      key: 'https://sea.example/users/ann/statuses/101',
      notes: ['its video or audio was not imported'],
    },
    {
      key: 'https://sea.example/users/ann/statuses/110',
      notes: ['the votes in its poll were left out'],
    },
  ])
  const posts = await t.posts()
  const buoy = posts.find(({ content }) => content.includes('fog'))!
  assert.match(
    buoy.content,
    /^A #Buoy in the fog, seen by \[@bob\]\(https:\/\/land\.example\/@bob\)\. {2}\nMore at <https:\/\/elsewhere\.example\/a\/very\/long\/path>\n\n!\[A red buoy in fog\]\(<?\/storage\/[^)]+\)\n\n\*Video\*\n\nAnd one more thing about it\.$/,
  )
  assert.deepEqual([buoy.isLongForm, await t.tagsOf(buoy.id)], [false, ['buoy']])
  assert.ok(posts.some(({ content }) => content === '**Spoilers for \\*everyone\\***\n\nThe captain does not survive.'))
  assert.ok(posts.some(({ content }) => content === 'Which knot?\n\n- Bowline\n- Clove hitch'))
  const [member] = await many<{ bio: string; image: string; name: string }>(t.db)`
    select bio, profile_image as image, display_name as name from members where username = 'alice'`
  assert.equal(member!.bio, 'Sails & writes.\nIn that order.')
  assert.match(member!.image, /profile-images/)
  assert.notEqual(member!.name, 'Ann Anchor')
  const again = await t.run(file)
  assert.deepEqual([again.posts, again.alreadyImported, again.hasProfile], [[], 4, false])
})

test('reads original URLs and unlisted posts from an unpacked archive and from a zip file in a folder', async () => {
  const files = await filesOf('mastodon')
  const nested = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`archive-2023/${name}`, bytes]))
  for (const source of [sample('mastodon'), await fileOf(await zip(nested))]) {
    const { posts, origin, close } = await readSource(source)
    assert.equal(origin, 'https://sea.example')
    const [buoy] = posts
    assert.deepEqual(buoy!.addresses, [
      'https://sea.example/@ann/101',
      'https://sea.example/users/ann/statuses/101',
      'https://sea.example/@ann/102',
      'https://sea.example/users/ann/statuses/102',
    ])
    assert.deepEqual(
      posts.map(({ isUnlisted }) => isUnlisted ?? false),
      [false, false, true, false],
    )
    close?.()
  }
})

test('never imports non-public posts, and tolerates damaged items', async () => {
  const t = await importing()
  const note = (id: string, more: object) => ({
    type: 'Create',
    object: { id, type: 'Note', content: '<p>Text</p>', published: '2020-01-01T00:00:00Z', to: [everyone], ...more },
  })
  const outbox = {
    orderedItems: [
      null,
      { type: 'Create', object: 'https://sea.example/1' },
      note('https://sea.example/2', { to: undefined }),
      note('https://sea.example/3', { to: 'https://sea.example/followers', cc: 7 }),
      note('https://sea.example/4', { to: everyone, published: 'never', attachment: 'x', tag: [null] }),
      note('https://sea.example/5', { content: '<div>'.repeat(100_000) }),
      note('https://sea.example/6', {
        content:
          '<p onclick=x><script>alert(1)</script><a class="hashtag" href="x">#a](javascript:x)</a> <a href="javascript:alert(1)">b</a></p>',
        attachment: [{ mediaType: 'image/png', url: '/media_attachments/../../../etc/passwd', name: '](x) <script>' }],
      }),
      note('https://sea.example/7', { inReplyTo: 'https://sea.example/8' }),
      note('https://sea.example/8', { inReplyTo: 'https://sea.example/7' }),
    ],
  }
  const report = await t.run(await fileOf(await zip({ 'outbox.json': JSON.stringify(outbox) })))
  assert.deepEqual(
    report.rejected.map(({ key, why }) => [key, why]),
    [
      ['outbox.json, item 1', 'it is not a post'],
      ['outbox.json, item 2', 'it is not a post'],
      ['https://sea.example/5', 'its HTML is nested too deeply'],
    ],
  )
  const posts = await t.posts()
  assert.equal(posts.length, 2)
  for (const { html } of posts) assert.doesNotMatch(html, /<script|<[^>]+\son\w+=|(?:href|src)="javascript/)
  assert.deepEqual(
    report.notes.map(({ key }) => key),
    ['Mastodon', 'https://sea.example/4'],
  )
  for (const json of ['{"orderedItems":', '[]', '{"orderedItems":1}'])
    await assert.rejects(t.run(await fileOf(await zip({ 'outbox.json': json }))), /outbox\.json|invalid JSON/)
})
