import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { processImage } from '#kernel/images.ts'
import { createMarkdown } from '#app/markdown.ts'
import { removePost } from '#features/writing/posts/posts.store.ts'
import { jpeg, testStorage } from '#tests/support/storage.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { pictureWorkers } from './picture-sweep.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'

const dayMs = 86_400_000

async function open() {
  const t = await testStorage()
  // The database sets the dates of objects, so the test starts at the database's time.
  t.clock.advance(Date.now() - t.clock.now())
  const tasks = tasksOf(pictureWorkers, { ...t.ctx, clock: t.clock, storage: t.storage })
  const sweep = () => tasks['pictures.sweep']!({})
  return {
    ...t,
    sweep,
    /** Runs two sweeps, the given number of days apart. */
    async pass(days: number) {
      await sweep()
      t.clock.advance(days * dayMs)
      await sweep()
    },
    /** Uploads a picture with a copy. @returns its path on this site */
    async picture(name: string, width = 500): Promise<string> {
      const place = { bucket: 'post-images' as const, path: `${t.members.alice.id}/${name}` }
      const image = await processImage(await jpeg(width, 20))
      await t.storage.put({ ...place, image, ownerId: t.members.alice.id, authorization: null })
      return new URL(t.storage.publicUrl(place)).pathname
    },
    statusOf: async (path: string) => (await fetch(t.url + path)).status,
    paths: async () =>
      (
        await many<{ path: string }>(t.db)`
        select path from storage_objects union select path from images order by path`
      ).map(({ path }) => path),
  }
}

test('removes a deleted post’s pictures after 30 days, including their copies, files, and records', async () => {
  const t = await open()
  const picture = await t.picture('a.jpg')
  const postId = await t.postBy('alice', `![A](${picture})`)
  await t.pass(90)
  assert.equal(await t.statusOf(picture), 200)

  await removePost(t.db, postId, t.members.alice.id)
  await t.pass(29)
  assert.equal(await t.statusOf(picture), 200)
  t.clock.advance(dayMs)
  await t.sweep()
  assert.deepEqual([await t.statusOf(picture), await t.statusOf(variantOf(picture, 480))], [404, 404])
  assert.deepEqual(await t.paths(), [])
  await t.sweep()
  assert.deepEqual(t.logged, [])
})

test('keeps a picture while a post, revision, draft, profile, project, or queued job references it', async () => {
  const t = await open()
  const alice = t.members.alice.id
  type Use = [name: string, use: (address: string) => Promise<unknown>]
  const uses: Use[] = [
    ['post.jpg', async (address) => t.postBy('bob', `Two on a line: ![](/none.jpg) ![](${address})`)],
    ['absolute.jpg', async (address) => t.postBy('bob', `<https://old.example${address}>.`)],
    ['copy.jpg', async (address) => t.postBy('bob', variantOf(address, 480))],
    ...['authenticated/', 'sign/', ''].map((kind, index): Use => [
      `downloaded-${index}.jpg`,
      (address) => t.postBy('bob', `![](${address.replace('public/', kind)})`),
    ]),
    ['resized.jpg', (address) => t.postBy('bob', address.replace('object/public', 'render/image/public'))],
    ['odd (1) & co.jpg', async (address) => t.postBy('bob', address.replaceAll('%26', '&amp;'))],
    [
      'revision.jpg',
      async (address) =>
        run(t.db)`insert into post_versions
            (post_id, number, title, content, content_html, category_id, is_long_form, written_at)
          values (${await t.postBy('alice')}, 1, 'Old', 'x', ${`<img src="${address}">`}, 5, false, now())`,
    ],
    [
      'draft.jpg',
      (address) => run(t.db)`insert into drafts (member_id, key, title, content)
        values (${alice}, 'k', '', ${`![](${address}"A title")`})`,
    ],
    ['profile.jpg', (address) => run(t.db)`update members set profile_image = ${address} where id = ${alice}`],
    [
      'comment.jpg',
      async (address) => run(t.db)`insert into comments (post_id, owner_id, author_name, content, content_html, status)
        values (${await t.postBy('alice')}, ${alice}, 'V', ${address}, '', 'deleted')`,
    ],
    [
      'job.jpg',
      (address) => run(t.db)`select from graphile_worker.add_job('later', ${JSON.stringify({ address })}::json)`,
    ],
  ]
  const pictures: string[] = []
  for (const [name, use] of uses) {
    const picture = await t.picture(name)
    await use(picture)
    pictures.push(picture)
  }
  await t.picture('nowhere.jpg')
  await t.pass(60)
  for (const picture of pictures) assert.equal(await t.statusOf(picture), 200, picture)
  assert.equal((await t.paths()).filter((path) => path.includes('nowhere')).length, 0)
})

test('keeps a picture for another 30 days if it is reused in time, even if only in a preview', async () => {
  const t = await open()
  const [saved, previewed] = [await t.picture('saved.jpg'), await t.picture('previewed.jpg')]
  await t.pass(29)
  const postId = await t.postBy('alice', `![](${saved})`)
  const markdown = createMarkdown({ ...t, siteUrl: t.url, imageSecret: Buffer.alloc(32) })
  await markdown.render(`![](${previewed})`)
  await t.pass(2)
  assert.deepEqual([await t.statusOf(saved), await t.statusOf(previewed)], [200, 200])
  await removePost(t.db, postId, t.members.alice.id)
  await t.pass(30)
  assert.deepEqual(await t.paths(), [])
})

test('removes objects without a record and copies without an original after 30 days, unless they are used', async () => {
  const t = await open()
  const [lost, used] = [await t.picture('lost.jpg'), await t.picture('used.jpg')]
  await t.picture('recorded.jpg')
  const halfGone = await t.picture('half-gone.jpg')
  await t.postBy('alice', `![](${used}) ![](/storage/v1/object/public/post-images/${t.members.alice.id}/recorded.jpg)`)
  await run(t.db)`delete from images where path ~ '(lost|used|half-gone)'`
  await run(t.db)`delete from storage_objects where path ~ 'half-gone.jpg$'`
  assert.equal(await t.statusOf(variantOf(halfGone, 480)), 200)
  await t.pass(29)
  assert.equal((await t.paths()).length, 7)
  t.clock.advance(2 * dayMs)
  await t.sweep()
  const left = (await t.paths()).map((path) => path.split('/')[1])
  assert.deepEqual(left, ['recorded.jpg', 'recorded.jpg.480w.webp', 'used.jpg', 'used.jpg.480w.webp'])
  assert.deepEqual([await t.statusOf(lost), await t.statusOf(variantOf(halfGone, 480))], [404, 404])
})

test('keeps the record when the provider fails, so that the next sweep retries', async () => {
  const t = await open()
  const picture = await t.picture('a.jpg')
  await t.sweep()
  t.clock.advance(31 * dayMs)
  const away = { ...t.storage, remove: () => Promise.reject(new Error('away')) }
  const tasks = tasksOf(pictureWorkers, { ...t.ctx, clock: t.clock, storage: away })
  await assert.rejects(tasks['pictures.sweep']!({}), /away/)
  assert.equal(await t.statusOf(picture), 200)
  await t.sweep()
  assert.equal(await t.statusOf(picture), 404)
})
