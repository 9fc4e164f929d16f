import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { test, vi } from 'vitest'
import { importing } from '#tests/support/importing.ts'
import { fileOf, filesOf, sample } from '#tests/support/source-samples.ts'
import { zip } from '#tests/support/zips.ts'
import { readSource } from './read-source.ts'

type Header = Parameters<typeof packTar>[0][number]['header']

const tar = async (entries: [header: Partial<Header> & { name: string }, body?: Buffer][]): Promise<Buffer> =>
  Buffer.from(
    await packTar(
      entries.map(([header, body = Buffer.alloc(0)]) => ({ header: { size: body.length, ...header }, body })),
    ),
  )

test('imports Markdown from a zip or tar file exactly as it does from a folder', async () => {
  const t = await importing()
  await t.run(sample('markdown'))
  const expected = (await t.posts()).map(({ title, createdAt }) => [title, createdAt.toISOString()])
  const files = Object.entries(await filesOf('markdown'))
  const nested = files.map(([name, bytes]): [{ name: string }, Buffer] => [{ name: `blog-abc123/${name}` }, bytes])
  const packed = await tar(nested)
  const zipped = await zip(Object.fromEntries(files.map(([name, bytes]) => [`blog-main/${name}`, bytes])))
  for (const bytes of [zipped, gzipSync(packed), packed]) {
    const again = await t.run(await fileOf(bytes))
    assert.deepEqual([again.posts, again.drafts, again.rejected, again.alreadyImported], [[], [], [], 5])
    const site = await readSource(await fileOf(bytes))
    const url = new URL('https://source.invalid/posts/harbour/lights.png')
    assert.deepEqual(await site.pictureAt(url), await readFile(sample('markdown/posts/harbour/lights.png')))
    site.close?.()
    await vi.waitFor(async () => assert.equal(await site.pictureAt(url).catch(() => null), null))
  }
  assert.deepEqual(
    (await t.posts()).map(({ title, createdAt }) => [title, createdAt.toISOString()]),
    expected,
  )
})

test('rejects damaged and hostile tar files', async () => {
  const text = Buffer.from('# A\n\nText\n')
  const good = gzipSync(await tar([[{ name: 'a.md' }, text]]))
  const bomb = gzipSync(Buffer.concat([await tar([[{ name: 'a.md' }, Buffer.alloc(70 * 1024 * 1024)]])]))
  const refused: [name: string, bytes: Buffer, why: RegExp][] = [
    ['not a tar file', gzipSync(Buffer.from('Dear diary'.repeat(100))), /tar file cannot be read/],
    ['cut off', good.subarray(0, good.length - 12), /tar file cannot be read/],
    ['a path that climbs', await tar([[{ name: '../a.md' }, text]]), /invalid path: \.\.\/a\.md/],
    ['an absolute path', await tar([[{ name: '/etc/a.md' }, text]]), /invalid path: \/etc\/a\.md/],
    [
      'twice the same',
      await tar([
        [{ name: 'a.md' }, text],
        [{ name: './a.md' }, text],
      ]),
      /two files with the same name/,
    ],
    ['a bomb', bomb, /expands to more than 64 MB/],
    [
      'a file as a folder',
      await tar([
        [{ name: 'a' }, text],
        [{ name: 'b.md' }, text],
        [{ name: 'a/b.md' }, text],
      ]),
      /^$/,
    ],
  ]
  for (const [name, bytes, why] of refused.slice(0, -1))
    await assert.rejects(async () => readSource(await fileOf(bytes)), why, name)
  const site = await readSource(await fileOf(refused.at(-1)![1]))
  assert.deepEqual([site.posts.map(({ key }) => key), site.refused.map(({ key }) => key)], [['b.md'], ['a/b.md']])
  site.close?.()
})

test('skips symbolic and hard links in tar files', async () => {
  const text = Buffer.from('# A\n\nText\n')
  const site = await readSource(
    await fileOf(
      await tar([
        [{ name: 'a.md' }, text],
        [{ name: 'b.md', type: 'symlink', linkname: '/etc/passwd' }],
        [{ name: 'c.md', type: 'link', linkname: 'a.md' }],
      ]),
    ),
  )
  assert.deepEqual(
    site.posts.map(({ key }) => key),
    ['a.md'],
  )
  site.close?.()
})
