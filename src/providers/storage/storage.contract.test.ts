import assert from 'node:assert/strict'
import sharp from 'sharp'
import { describe, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { processImage } from '#kernel/images.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import { jpeg, testBucketFiles, testStorage } from '#tests/support/storage.ts'
import type { StorageProvider } from './storage.ts'
import { supabaseStorage } from './supabase.ts'

type Made = { storage: StorageProvider; aliceId: number }
const authorization = 'Bearer alice'

/** All storage providers must pass these tests. Supabase's client connects to a local server. */
const providers: Record<string, () => Promise<Made>> = {
  async embedded() {
    const { storage, members } = await testStorage()
    return { storage, aliceId: members.alice.id }
  },
  async 'embedded with a bucket'() {
    const { files } = await testBucketFiles()
    const { storage, members } = await testStorage({ files })
    return { storage, aliceId: members.alice.id }
  },
  async 'Supabase with the token of a member'() {
    const { url, members, db, pictures } = await testStorage()
    const storage = supabaseStorage({ db, pictures, url, anonKey: 'sb_publishable_test', serviceKey: null })
    return { storage, aliceId: members.alice.id }
  },
  async 'Supabase with a service key'() {
    const { url, members, db, pictures } = await testStorage()
    const storage = supabaseStorage({ db, pictures, url, anonKey: 'sb_publishable_test', serviceKey: 'alice' })
    return { storage, aliceId: members.alice.id }
  },
}

describe.each(Object.keys(providers))('storage, %s', (name) => {
  const open = () => providers[name]!()

  test('serves a picture and its copies at their public URLs until they are removed', async () => {
    const { storage, aliceId } = await open()
    const image = await processImage(await jpeg(700, 300))
    const key = { bucket: 'post-images' as const, path: `${aliceId}/first.jpg` }
    assert.equal(await storage.put({ ...key, image, ownerId: aliceId, authorization }), 'stored')

    const url = storage.publicUrl(key)
    const answer = await fetch(url)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
    assert.match(answer.headers.get('cache-control') ?? '', /max-age=3600/)
    const served = Buffer.from(await answer.arrayBuffer())
    assert.equal((await sharp(served).metadata()).width, 700)
    const kept = await storage.read(key)
    assert.ok(name.startsWith('embedded') ? kept?.equals(image.bytes) : kept === null)
    assert.ok((await storage.bytesOf(key))?.equals(served))
    const copy = await fetch(variantOf(url, 480))
    assert.equal((await sharp(await copy.arrayBuffer()).metadata()).width, 480)

    await storage.remove(key, authorization)
    await storage.remove(key, authorization)
    assert.equal(await storage.read(key), null)
    assert.equal(await storage.bytesOf(key), null)
    for (const deleted of [url, variantOf(url, 480)]) assert.equal((await fetch(deleted)).ok, false)
  })

  test('never overwrites, and accepts only one of five concurrent uploads to a path', async () => {
    const { storage, aliceId } = await open()
    const key = { bucket: 'project-images' as const, path: `${aliceId}/same.jpg` }
    const images = await Promise.all([10, 20, 30, 40, 50].map(async (width) => processImage(await jpeg(width, 10))))
    const put = (i: number) => storage.put({ ...key, image: images[i]!, ownerId: aliceId, authorization })
    const outcomes = await Promise.all(images.map((_, i) => put(i)))
    assert.deepEqual(outcomes.toSorted(), ['exists', 'exists', 'exists', 'exists', 'stored'])
    const served = await (await fetch(storage.publicUrl(key))).arrayBuffer()
    assert.equal((await sharp(served).metadata()).width, images[outcomes.indexOf('stored')]!.width)
  })

  test('recognizes only its own URLs', async () => {
    const { storage } = await open()
    const key = { bucket: 'post-images' as const, path: '7/a b.jpg' }
    const url = storage.publicUrl(key)
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/object\/public\/post-images\/7\/a%20b\.jpg$/)
    assert.deepEqual(storage.keyOf(url), key)
    for (const foreign of [
      url.replace('127.0.0.1', 'example.org'),
      url.replace('/post-images/', '/secrets/'),
      url.replace('/public/', '/sign/'),
      `https://example.org/?${url}`,
      'not an address',
    ]) {
      assert.equal(storage.keyOf(foreign), null, foreign)
    }
  })
})

test('reports failed uploads to Supabase with the specified messages', async () => {
  const { url, members, db, pictures } = await testStorage()
  const image = await processImage(await jpeg())
  const key = { bucket: 'post-images' as const, path: `${members.alice.id}/a.jpg` }
  const put = (base: string, authorization: string) =>
    supabaseStorage({ db, pictures, url: base, anonKey: 'anon', serviceKey: null })
      .put({ ...key, image, ownerId: members.alice.id, authorization })
      .catch((reason: unknown) => (reason instanceof AppError ? [reason.code, reason.message] : reason))
  assert.deepEqual(await put(url, 'Bearer nobody'), ['forbidden', "You don't have permission to upload files."])
  assert.deepEqual(await put('http://127.0.0.1:1', 'Bearer alice'), [
    'provider_failed',
    'Failed to upload file. Please try again.',
  ])
})
