import assert from 'node:assert/strict'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StorageApiError } from '@supabase/storage-js'
import sharp from 'sharp'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { filesIn } from './files.ts'
import { withStoredAddress } from './storage.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import { findImages } from '#features/writing/uploads/uploads.store.ts'
import { jpeg, png, testStorage } from '#tests/support/storage.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { tasksOf } from '#tests/support/jobs.ts'

const fixture = (name: string) => readFile(new URL(`../../../tests/fixtures/${name}`, import.meta.url))
const options = { contentType: 'image/jpeg' }
const codeOf = ({ error }: { error: unknown }) => {
  const { statusCode, code } = (error ?? {}) as StorageApiError
  return `${statusCode} ${code}`
}
const pathsIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

test('uploads, finds, lists, downloads, and removes a File and an ArrayBuffer through Supabase’s client', async () => {
  const t = await testStorage()
  const bucket = t.client('alice').from('post-images')
  const file = new File([await jpeg()], 'holiday.jpg', { type: 'image/jpeg' })
  const first = await bucket.upload('trip/one.jpg', file, { cacheControl: '3600', upsert: false })
  assert.deepEqual([first.data?.path, first.data?.fullPath], ['trip/one.jpg', 'post-images/trip/one.jpg'])
  assert.equal((await bucket.upload('trip/two.png', await png(), { contentType: 'image/png' })).error, null)

  assert.equal((await bucket.exists('trip/one.jpg')).data, true)
  assert.equal((await bucket.exists('trip/none.jpg')).data, false)
  const info = await bucket.info('trip/one.jpg')
  assert.deepEqual([info.data?.contentType, info.data?.bucketId], ['image/jpeg', 'post-images'])
  const names = async (prefix?: string, asked = {}) => (await bucket.list(prefix, asked)).data?.map(({ name }) => name)
  assert.deepEqual(await names(), ['trip'])
  assert.deepEqual(await names('trip'), ['one.jpg', 'two.png'])
  assert.deepEqual(await names('trip', { search: 'TWO' }), ['two.png'])
  assert.deepEqual(await names('trip', { limit: 1, offset: 1, sortBy: { column: 'created_at' } }), ['two.png'])
  assert.deepEqual(await names('trip', { sortBy: { column: 'name', order: 'desc' } }), ['two.png', 'one.jpg'])
  const downloaded = await bucket.download('trip/one.jpg')
  assert.equal((await sharp(await downloaded.data!.arrayBuffer()).metadata()).format, 'jpeg')

  const removed = await bucket.remove(['trip/one.jpg', 'trip/none.jpg'])
  assert.deepEqual(
    removed.data?.map(({ name }) => name),
    ['trip/one.jpg'],
  )
  assert.deepEqual(await names('trip'), ['two.png'])
  assert.equal((await pathsIn(t.folder)).length, 1)
})

test('accepts a file from a browser form whose file field has no name and follows the other fields', async () => {
  const t = await testStorage()
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new File([await jpeg()], 'blob'))
  const answer = await fetch(`${t.url}/storage/v1/object/post-images/a.jpg`, {
    method: 'POST',
    headers: { authorization: 'Bearer alice', 'x-upsert': 'false' },
    body: form,
  })
  const { Id, Key } = (await answer.json()) as Record<string, string>
  assert.deepEqual([answer.status, Key], [200, 'post-images/a.jpg'])
  assert.match(Id!, /^[\da-f-]{36}$/)
})

test('lets only an object’s owner overwrite it, and only on explicit request', async () => {
  const t = await testStorage()
  const [alice, bob] = [t.client('alice').from('post-images'), t.client('bob').from('post-images')]
  await alice.upload('a.jpg', await jpeg(900, 30), options)
  const before = await (await fetch(t.storage.publicUrl({ bucket: 'post-images', path: 'a.jpg' }))).bytes()

  assert.equal(codeOf(await alice.upload('a.jpg', await jpeg(), options)), '409 KeyAlreadyExists')
  assert.equal(codeOf(await bob.upload('a.jpg', await jpeg(), options)), '409 KeyAlreadyExists')
  assert.equal(codeOf(await bob.upload('a.jpg', await jpeg(), { ...options, upsert: true })), '403 AccessDenied')
  assert.equal(codeOf(await bob.update('a.jpg', await jpeg(), options)), '403 AccessDenied')
  assert.deepEqual((await bob.remove(['a.jpg'])).data, [])
  assert.deepEqual((await bob.list()).data, [])
  const url = t.storage.publicUrl({ bucket: 'post-images', path: 'a.jpg' })
  assert.deepEqual(await (await fetch(url)).bytes(), before)
  assert.equal((await fetch(variantOf(url, 480))).status, 200)

  assert.equal((await alice.upload('a.jpg', await jpeg(77, 30), { ...options, upsert: true })).error, null)
  assert.equal((await sharp(await (await fetch(url)).bytes()).metadata()).width, 77)
  assert.equal((await fetch(variantOf(url, 480))).status, 404, 'copies of deleted pictures are deleted too')
})

test('does not let visitors upload, remove, or list objects, and returns 404 for unknown buckets', async () => {
  const t = await testStorage()
  await t
    .client('alice')
    .from('post-images')
    .upload('a.jpg', await jpeg(), options)
  const stranger = t.client(null).from('post-images')
  assert.equal(codeOf(await stranger.upload('b.jpg', await jpeg(), options)), '403 AccessDenied')
  assert.deepEqual((await stranger.remove(['a.jpg'])).data, [])
  assert.deepEqual((await stranger.list()).data, [])
  assert.equal((await stranger.exists('a.jpg')).data, true)
  const unknown = t.client('alice').from('secrets')
  assert.equal(codeOf(await unknown.upload('a.jpg', await jpeg(), options)), '404 NoSuchBucket')
  assert.equal(codeOf(await unknown.list()), '404 NoSuchBucket')
  assert.equal(codeOf(await unknown.remove(['a.jpg'])), '404 NoSuchBucket')
})

test('reserves a folder named with a number for the member with that ID', async () => {
  const t = await testStorage()
  const bob = t.client('bob').from('post-images')
  const { alice, bob: bobsMember } = t.members
  assert.equal(codeOf(await bob.upload(`${alice.id}/a.jpg`, await jpeg(), options)), '403 AccessDenied')
  assert.equal((await bob.upload(`${bobsMember.id}/a.jpg`, await jpeg(), options)).error, null)
})

test('stores only pictures with a matching file extension', async () => {
  const t = await testStorage()
  const bucket = t.client('alice').from('post-images')
  for (const name of ['html-as.jpg', 'script.svg', 'laughs.svg']) {
    const answer = await bucket.upload('a.jpg', await fixture(`images/${name}`), options)
    assert.equal(codeOf(answer), '415 InvalidMimeType', name)
    assert.equal(answer.error?.message, 'mime type image/jpeg is not supported')
  }
  assert.equal(codeOf(await bucket.upload('page.html', await jpeg(), options)), '415 InvalidMimeType')
  assert.equal(codeOf(await bucket.upload('a.gif', await fixture('images/gifar.gif'), options)), '400 InvalidRequest')
  const bomb = await fixture('images/bomb-png-10000x10000.png')
  assert.equal(codeOf(await bucket.upload('a.png', bomb, options)), '413 EntityTooLarge')
  assert.deepEqual(await pathsIn(t.folder), [])
  assert.deepEqual(t.logged, [])
})

test('strips metadata from direct uploads, and records their dimensions and copies', async () => {
  const t = await testStorage()
  const photo = await sharp(await jpeg(1000, 500))
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  await t.client('alice').from('post-images').upload('a.jpg', photo, options)
  const url = t.storage.publicUrl({ bucket: 'post-images', path: 'a.jpg' })
  assert.equal((await sharp(await (await fetch(url)).bytes()).metadata()).exif, undefined)
  const known = (await findImages(t.db, [url])).get(url)!
  assert.deepEqual([known.width, known.height, known.variants.map(({ width }) => width)], [1000, 500, [480, 960]])
  for (const { url: copy } of known.variants)
    assert.equal((await fetch(copy)).headers.get('content-type'), 'image/webp')
})

/** Returns storage with two profile pictures of Alice: `small.jpg`, which has no variant, and `large.jpg`. */
async function withProfilePictures() {
  const t = await testStorage()
  const bucket = t.client('alice').from('profile-images')
  await bucket.upload('small.jpg', await jpeg(90, 90), options)
  await bucket.upload('large.jpg', await jpeg(300, 300), options)
  const askVariant = (path: string, width = 128) =>
    fetch(variantOf(t.storage.publicUrl({ bucket: 'profile-images', path }), width))
  const sizeOf = async (answer: Response) => {
    const { format, width } = await sharp(await answer.bytes()).metadata()
    return [format, width]
  }
  return { ...t, bucket, askVariant, sizeOf }
}

test('serves the profile picture itself if it has no variant for avatars', async () => {
  const t = await withProfilePictures()
  assert.deepEqual(await t.sizeOf(await t.askVariant('small.jpg')), ['jpeg', 90])
  assert.deepEqual(await t.sizeOf(await t.askVariant('large.jpg')), ['webp', 128])
  assert.equal((await t.askVariant('small.jpg', 480)).status, 404)
  assert.equal((await t.askVariant('unknown.jpg')).status, 404)
  await t
    .client('alice')
    .from('post-images')
    .upload('small.jpg', await jpeg(90, 90), options)
  const inPosts = t.storage.publicUrl({ bucket: 'post-images', path: 'small.jpg' })
  assert.equal((await fetch(variantOf(inPosts, 128))).status, 404)
  await t.bucket.remove(['small.jpg'])
  assert.equal((await t.askVariant('small.jpg')).status, 404)
})

test('lets only the owner of a picture add variants of it', async () => {
  const t = await withProfilePictures()
  const bob = t.client('bob').from('profile-images')
  const webp = await sharp(await jpeg(100, 100))
    .webp()
    .toBuffer()
  for (const path of ['small.jpg.128w.webp', 'unknown.jpg.128w.webp']) {
    const { error } = await bob.upload(path, webp, { contentType: 'image/webp' })
    assert.equal(codeOf({ error }), '403 AccessDenied', path)
    assert.equal(error?.message, 'Only the owner of a picture can add variants of it')
  }
  assert.deepEqual(await t.sizeOf(await t.askVariant('small.jpg')), ['jpeg', 90])
  assert.equal((await t.bucket.upload('small.jpg.128w.webp', webp, { contentType: 'image/webp' })).error, null)
  assert.deepEqual(await t.sizeOf(await t.askVariant('small.jpg')), ['webp', 100])
})

test('never serves another member’s picture as the variant of a profile picture', async () => {
  const t = await withProfilePictures()
  const bob = t.client('bob').from('profile-images')
  await bob.upload('bob.png', await png(), { contentType: 'image/png' })
  // As stored by versions that did not reserve the paths of variants.
  await run(t.db)`update storage_objects set path = 'small.jpg.128w.webp' where path = 'bob.png'`
  assert.deepEqual(await t.sizeOf(await t.askVariant('small.jpg')), ['jpeg', 90])
})

test('stores the URL of the picture itself instead of the URL of its variant', async () => {
  const { storage } = await testStorage()
  const key = { bucket: 'profile-images' as const, path: '1/a.png' }
  const profileImage = variantOf(storage.publicUrl(key), 128)
  assert.deepEqual(withStoredAddress(storage, { profileImage }, 'profileImage'), {
    profileImage: storage.addressOf(key),
  })
})

test('serves the profile picture itself if the file of its variant is missing', async () => {
  const t = await withProfilePictures()
  const variant = await one<{ file: string }>(t.db)`
    select file from storage_objects where path = 'large.jpg.128w.webp'`
  await filesIn(t.folder).remove([variant!.file])
  assert.deepEqual(await t.sizeOf(await t.askVariant('large.jpg')), ['jpeg', 300])
})

test('returns 413 for more than 2 MB, a wrong Content-Length, or an endless body, and keeps working', async () => {
  const t = await testStorage()
  const upload = (body: BodyInit, headers = {}) =>
    fetch(`${t.url}/storage/v1/object/post-images/a.jpg`, {
      method: 'POST',
      headers: { authorization: 'Bearer alice', 'content-type': 'image/jpeg', ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
  const mb = 1024 * 1024
  for (const size of [2 * mb + 1, 8 * mb]) {
    const startedMs = cpuMs()
    const answer = await upload(new Uint8Array(size))
    assert.equal(((await answer.json()) as { statusCode: string }).statusCode, '413')
    assert.ok(cpuMs() - startedMs < 1000)
    assert.equal((await upload(await jpeg(), { 'x-upsert': 'true' })).status, 200)
  }
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65536
      controller.enqueue(new Uint8Array(65536))
    },
  })
  const answer = await upload(endless).then(
    (response) => response.status,
    () => 'closed',
  )
  assert.ok(answer === 400 || answer === 'closed')
  assert.ok(sent < 16 * mb)
})

test('limits members to 60 uploads per hour across both protocols', async () => {
  const t = await testStorage()
  const picture = await jpeg(8, 8)
  const bucket = t.client('alice').from('post-images')
  for (let i = 0; i < 60; i++) await bucket.upload('same.jpg', picture, options)
  assert.equal(codeOf(await bucket.upload('more.jpg', picture, options)), '429 SlowDown')
  assert.equal((await t.client('bob').from('post-images').upload('bobs.jpg', picture, options)).error, null)
  const form = new FormData()
  form.append('bucketName', 'post-images')
  form.append('file', new File([picture], 'a.jpg'))
  assert.equal((await t.alice('POST', '/api/storage/upload', form)).status, 429)
  t.clock.advance(3_600_000)
  assert.equal((await bucket.upload('more.jpg', picture, options)).error, null)
})

test('rejects malformed bodies', async () => {
  const t = await testStorage()
  const ask = async (method: string, path: string, body: string) => {
    const answer = await fetch(`${t.url}/storage/v1/object/${path}`, {
      method,
      headers: { authorization: 'Bearer alice', 'content-type': 'application/json' },
      body,
    })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  for (const body of ['', '{', '[]', 'null', '{"prefix":7}', '{"limit":1e9}', '{"prefix":"\\u0000"}']) {
    assert.deepEqual(await ask('POST', 'list/post-images', body), [400, 'InvalidRequest'], body)
  }
  for (const body of ['{}', '{"prefixes":"a"}', '{"prefixes":[{}]}']) {
    assert.deepEqual(await ask('DELETE', 'post-images', body), [400, 'InvalidRequest'], body)
  }
  assert.deepEqual(await ask('POST', 'list/post-images', ' '.repeat(70_000)), [400, 'EntityTooLarge'])
  assert.deepEqual(await ask('POST', 'copy', '{}'), [400, 'NotFound'])
  const form = new FormData()
  form.append('cacheControl', '3600')
  const empty = await fetch(`${t.url}/storage/v1/object/post-images/a.jpg`, {
    method: 'POST',
    headers: { authorization: 'Bearer alice' },
    body: form,
  })
  assert.equal(((await empty.json()) as { message: string }).message, 'The form has no file')
  assert.deepEqual(t.logged, [])
})

test('does not serve an object whose file is missing, and deletes files without an object after an hour', async () => {
  const t = await testStorage()
  const bucket = t.client('alice').from('post-images')
  await bucket.upload('lost.jpg', await jpeg(), options)
  await rm((await pathsIn(t.folder))[0]!)
  const lost = t.storage.publicUrl({ bucket: 'post-images', path: 'lost.jpg' })
  assert.equal((await fetch(lost)).status, 404)

  await bucket.upload('kept.jpg', await jpeg(), options)
  const [kept] = await pathsIn(t.folder)
  const orphan = (name: string) => path.join(path.dirname(kept!), `${path.basename(kept!).slice(0, 2)}${name}`)
  const [old, unfinished, young] = [
    orphan('aaaaaa-0000-4000-8000-000000000000'),
    orphan('aaaaaa-0000-4000-8000-000000000001.part'),
    orphan('aaaaaa-0000-4000-8000-000000000002'),
  ]
  for (const file of [old, unfinished, young]) await writeFile(file, 'left behind')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  const lately = new Date(Date.now() - 50 * 60_000)
  for (const file of [kept!, old, unfinished]) await utimes(file, longAgo, longAgo)
  await utimes(young, lately, lately)
  await tasksOf(t.storage.workers)['storage:sweep']!({})
  assert.deepEqual((await pathsIn(t.folder)).toSorted(), [kept!, young].toSorted())
  assert.equal((await fetch(t.storage.publicUrl({ bucket: 'post-images', path: 'kept.jpg' }))).status, 200)
  assert.ok(await one(t.db)`select 1 from storage_objects where path = 'lost.jpg'`)
})

test('reports and logs an upload that fails because of a disk error', async () => {
  const t = await testStorage({ files: filesIn('/dev/null/storage') })
  const answer = await t
    .client('alice')
    .from('post-images')
    .upload('a.jpg', await jpeg(), options)
  assert.equal(codeOf(answer), '500 InternalError')
  const form = new FormData()
  form.append('bucketName', 'post-images')
  form.append('file', new File([await jpeg()], 'a.jpg'))
  const refused = await t.alice('POST', '/api/storage/upload', form)
  assert.deepEqual([refused.status, refused.body['message']], [500, 'Failed to upload file. Please try again.'])
  assert.equal(t.logged.length, 2)
  assert.equal(await one(t.db)`select 1 from storage_objects`, null)
})
