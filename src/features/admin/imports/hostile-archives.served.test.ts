import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { many } from '#kernel/db.ts'
import { SourceError } from './source-site.ts'
import { readSource } from './read-source.ts'
import { importing } from '#tests/support/importing.ts'
import { jpeg } from '#tests/support/storage.ts'
import { zip } from '#tests/support/zips.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'

const siteUrl = 'https://old.example'
const at = '2024-01-02T03:04:05.678Z'
const profile = {
  username: 'alice',
  displayName: 'Alice Anders',
  title: 'Engineer',
  bio: 'Weaves',
  profileImage: null,
  githubUsername: null,
  skills: ['SQL'],
}
const post = {
  id: 12,
  title: null,
  content: 'Hello',
  category: 'tech_tips',
  isLongForm: false,
  createdAt: at,
  updatedAt: at,
  isOwnEdit: true,
  isWithheld: false,
  pinnedAt: null,
}
const archive = (parts: object = {}): string =>
  JSON.stringify({
    format: 'devstead-archive',
    version: 1,
    siteUrl,
    profile,
    links: [],
    posts: [post],
    versions: [],
    drafts: [],
    pictures: [],
    ...parts,
  })

async function fileOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'devstead-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'archive.zip')
  await writeFile(file, bytes)
  return file
}

const central = Buffer.from('504b0102', 'hex')
/** Overwrites bytes of the first entry in the zip file's central directory, starting at `offset`. */
function patched(bytes: Buffer, offset: number, other: number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(other, copy.indexOf(central) + offset)
  return copy
}
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

test('rejects manipulated zip files and files that are not archives, with a reason', async () => {
  const good = await zip({ 'archive.json': archive() })
  const two = await zip({ 'archive.json': archive(), 'media/x.txt': 'x' })
  const refused: [name: string, bytes: Uint8Array, why: RegExp][] = [
    ['empty', await zip({}), /contains no posts/],
    ['of something else', await zip({ 'notes/a.txt': 'A' }), /contains no posts/],
    ['cut off', good.subarray(0, good.length - 30), /cannot be read: .*truncated/],
    ['cut in half', good.subarray(0, good.length / 2), /cannot be read/],
    ['a beginning alone', good.subarray(0, 4), /cannot be read/],
    ['a path that climbs', renamed(two, 'media/x.txt', '../../x.txt'), /invalid relative path: \.\.\/\.\.\/x\.txt/],
    ['an absolute path', renamed(two, 'media/x.txt', '/etc/passwd'), /absolute path: \/etc\/passwd/],
    ['a drive', renamed(two, 'media/x.txt', 'C:/win32.so'), /absolute path/],
    ['a link', patched(good, 38, [0, 0, 0xff, 0xa1]), /contains a link: archive\.json/],
    ['encrypted', patched(good, 8, [good[good.indexOf(central) + 8]! | 1]), /encrypted/],
    [
      'twice the same',
      renamed(await zip({ 'archive.json': archive(), 'brchive.json': '' }), 'brchive', 'archive'),
      /two files with the same name/,
    ],
    ['too large', patched(good, 24, [0, 0, 0, 0x20]), /archive\.json is larger than 256 MB/],
    ['larger than it says', patched(good, 24, [9, 0, 0, 0]), /cannot be read from the zip file: too many bytes/],
    ['smaller than it says', patched(good, 24, [0, 0, 1, 0]), /cannot be read from the zip file: not enough bytes/],
    ['other bytes', patched(good, 16, [1, 2, 3, 4]), /archive\.json is damaged/],
    ['no JSON', await zip({ 'archive.json': archive().slice(0, -9) }), /not valid JSON/],
    ['a list', await zip({ 'archive.json': '[]' }), /is not valid/],
    ['of a later time', await zip({ 'archive.json': archive({ version: 2 }) }), /newer version of Devstead/],
    ['without a profile', await zip({ 'archive.json': archive({ profile: 1 }) }), /is not valid: profile/],
  ]
  for (const [name, bytes, why] of refused) {
    await assert.rejects(
      readSource(await fileOf(bytes)),
      (reason) => reason instanceof SourceError && why.test(reason.message),
      name,
    )
  }
})

test('stops reading a zip bomb at its declared size', async () => {
  const bomb = await zip({ 'archive.json': Buffer.alloc(64 * 1024 * 1024, ' ') })
  assert.ok(bomb.length < 100_000)
  const startedMs = cpuMs()
  await assert.rejects(readSource(await fileOf(patched(bomb, 24, [0, 4, 0, 0]))), /too many bytes/)
  assert.ok(cpuMs() - startedMs < 1000)
})

test('imports the valid items and reports the others', async () => {
  const t = await importing()
  const place = `${siteUrl}/storage/v1/object/public/post-images/7`
  const content = `![good](${place}/good.jpg) ![text](${place}/text.jpg) ![gone](${place}/gone.jpg) ![huge](${place}/huge.jpg)`
  const pictures = ['good', 'text', 'gone', 'huge'].map((name) => ({
    address: `${place}/${name}.jpg`,
    file: `media/${name}.jpg`,
  }))
  const bytes = await zip({
    'archive.json': archive({
      posts: [{ ...post, content }, { ...post, id: 13, createdAt: 'yesterday' }, 'a post', { ...post, id: 12 }],
      drafts: [{ key: 'a' }],
      versions: [{ postId: 12 }],
      pictures: [...pictures, { address: `${place}/../../../x.jpg`, file: '../../etc/passwd' }],
    }),
    'media/good.jpg': await jpeg(),
    'media/text.jpg': 'no picture',
    'media/huge.jpg': Buffer.alloc(21 * 1024 * 1024),
  })
  const report = await t.run(await fileOf(bytes))
  assert.equal(report.posts.length, 1)
  assert.deepEqual(
    report.rejected.map(({ key }) => key),
    ['Version 1', 'Post 2', 'Post 3', 'Draft 1', `${siteUrl}/post/12`],
  )
  assert.equal(report.picturesCopied, 1)
  assert.deepEqual(
    report.picturesFailed.map(({ address, why }) => [path.basename(address), why]),
    [
      ['text.jpg', 'Only image files are allowed'],
      ['gone.jpg', 'The server could not be reached'],
      ['huge.jpg', 'media/huge.jpg is larger than 20 MB.'],
    ],
  )
  assert.deepEqual(t.logged, [])
})

test('keeps existing profile fields, and imports hidden posts as drafts', async () => {
  const t = await importing()
  await t.call('POST', '/api/settings/update', { token: t.token, body: { bio: 'Typed here', skills: ['C'] } })
  const report = await t.run(
    await fileOf(await zip({ 'archive.json': archive({ posts: [{ ...post, isWithheld: true }] }) })),
  )
  assert.deepEqual([report.posts.length, report.drafts.map(({ key }) => key)], [0, [`${siteUrl}/post/12`]])
  const me = (await (await t.call('GET', '/api/users/me', { token: t.token })).json()) as typeof profile
  assert.deepEqual([me.displayName, me.title, me.bio, me.skills], ['Alice Anders', 'Engineer', 'Typed here', ['C']])
})

test('keeps the Markdown of a revision that cannot be rendered', async () => {
  const t = await importing()
  const content = 'a|b\n-|-\n'.repeat(12_000)
  const version = { postId: 12, title: null, category: 'tech_tips', isLongForm: false, writtenAt: at, isOwnEdit: true }
  await t.run(await fileOf(await zip({ 'archive.json': archive({ versions: [{ ...version, number: 1, content }] }) })))
  const rows = await many<{ content: string; isTruncated: boolean }>(t.db)`
    select content, is_truncated as "isTruncated" from post_versions`
  assert.deepEqual(rows, [{ content, isTruncated: true }])
})

test('imports revisions by other editors without the editors’ names', async () => {
  const t = await importing()
  const version = { postId: 12, title: null, category: 'tech_tips', isLongForm: false, writtenAt: at }
  const versions = [
    { ...version, number: 2, content: 'By the admin', isOwnEdit: false },
    { ...version, number: 1, content: 'By Alice', isOwnEdit: true },
  ]
  const bytes = await zip({ 'archive.json': archive({ posts: [{ ...post, isOwnEdit: false }], versions }) })
  const { posts } = await t.run(await fileOf(bytes))
  const rows = await many<{ version: number; isOwn: boolean }>(t.db)`
    select number as version, editor_id is not null as "isOwn" from post_versions
    union all select version, editor_id is not null from posts order by 1`
  assert.deepEqual(rows, [
    { version: 1, isOwn: true },
    { version: 2, isOwn: false },
    { version: 3, isOwn: false },
  ])
  const list = (await (await t.call('GET', `/api${posts[0]!.address!.replace('post', 'posts')}/versions`)).json()) as {
    versions: { editor: unknown }[]
  }
  assert.deepEqual(
    list.versions.map(({ editor }) => editor !== null),
    [false, false, true],
  )
})

test('reads the metadata of posts and drafts', async () => {
  const details = {
    slug: 'looms',
    canonicalUrl: 'https://first.example/looms',
    cover: { url: '/storage/v1/object/public/post-images/1/a.jpg', alt: 'A loom' },
    isUnlisted: true,
    series: { name: 'Looms', part: 2 },
    language: 'de',
  }
  const draft = { key: 'a', title: 'T', content: 'C', category: null, postId: null, baseUpdatedAt: null }
  const drafts = [{ ...draft, createdAt: at, updatedAt: at, details: { ...details, tags: ['wool'] } }]
  const posts = [{ ...post, ...details, tags: ['wool'] }]
  const site = await readSource(await fileOf(await zip({ 'archive.json': archive({ posts, drafts }) })))
  site.close?.()
  for (const { slug, canonicalUrl, cover, isUnlisted, series, language, categories } of site.posts)
    assert.deepEqual(
      [slug, canonicalUrl, cover, isUnlisted, series, language, categories.at(-1)],
      [
        'looms',
        'https://first.example/looms',
        { address: details.cover.url, alt: 'A loom' },
        true,
        { name: 'Looms', position: 2 },
        'de',
        'wool',
      ],
    )
  assert.equal(site.posts.length, 2)
})
