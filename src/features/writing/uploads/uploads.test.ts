import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import sharp from 'sharp'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { processImage } from '#kernel/images.ts'
import { jpeg, png, testStorage } from '#tests/support/storage.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { srcsetOf, UploadAnswer, uploadPicture } from './uploads.contract.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import { addImage, factsOf, findImages, listUnusedImages } from './uploads.store.ts'

const fixture = (name: string) => readFile(new URL(`../../../../tests/fixtures/images/${name}`, import.meta.url))
const mb = 1024 * 1024

function form(bytes: Uint8Array<ArrayBuffer>, bucketName: string | null = 'post-images', name = 'pasted.png') {
  const data = new FormData()
  if (bucketName !== null) data.append('bucketName', bucketName)
  data.append('file', new File([bytes], name, { type: 'image/png' }))
  return data
}

test('returns the public URL and dimensions of a picture that anyone can fetch', async () => {
  const t = await testStorage()
  const answer = await t.alice('POST', uploadPicture.path, form(await jpeg(700, 400)))
  assert.equal(answer.status, 200)
  const { publicUrl, width, height } = UploadAnswer.parse(answer.body)
  assert.deepEqual([width, height], [700, 400])
  assert.match(parsePublicUrl(publicUrl)!.path, new RegExp(`^${t.members.alice.id}/\\d{13}-[\\w-]{12}\\.jpg$`))
  const picture = await fetch(publicUrl)
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
  assert.equal((await sharp(await picture.bytes()).metadata()).width, 700)
})

test('stores the same picture twice without overwriting the first upload', async () => {
  const t = await testStorage()
  const picture = await png()
  const send = async () => (await t.alice('POST', uploadPicture.path, form(picture))).body['publicUrl']
  assert.equal(new Set(await Promise.all([send(), send(), send()])).size, 3)
})

test('tries another file name if the first one is taken', async () => {
  const t = await testStorage()
  const taken: string[] = []
  t.ctx.storage = {
    ...t.storage,
    put: async (upload) => (taken.push(upload.path) < 3 ? 'exists' : t.storage.put(upload)),
  }
  const { status } = await t.alice('POST', uploadPicture.path, form(await png()))
  assert.deepEqual([status, new Set(taken).size], [200, 3])
  t.ctx.storage = { ...t.storage, put: async () => 'exists' }
  const refused = await t.alice('POST', uploadPicture.path, form(await png()))
  assert.deepEqual([refused.status, refused.body['message']], [500, 'Failed to upload file. Please try again.'])
})

test('scales a profile picture to 512 by 512 and adds a smaller copy for the avatar', async () => {
  const t = await testStorage()
  const { body } = await t.alice('POST', uploadPicture.path, form(await jpeg(900, 600), 'profile-images'))
  const { publicUrl, width, height } = UploadAnswer.parse(body)
  assert.deepEqual([width, height], [512, 341])
  const sizes = (await findImages(t.db, [publicUrl])).get(publicUrl)!
  assert.deepEqual(
    sizes.variants.map((one) => one.width),
    [128],
  )
  assert.equal((await fetch(sizes.variants[0]!.url)).status, 200)
})

test('returns 401 for visitors', async () => {
  const t = await testStorage()
  assert.equal((await t.stranger('POST', uploadPicture.path, form(await png()))).status, 401)
  assert.deepEqual(await many(t.db)`select 1 from storage_objects`, [])
})

test('rejects a missing bucket, a missing file, and other invalid bodies with the specified messages', async () => {
  const t = await testStorage()
  const refusal = async (body: unknown) => {
    const answer = await t.alice('POST', uploadPicture.path, body)
    return [answer.status, answer.body['message']]
  }
  const missing = (name: string) => [400, `The storage bucket "${name}" is not set up properly`]
  assert.deepEqual(await refusal(form(await png(), 'secrets')), missing('secrets'))
  assert.deepEqual(await refusal(form(await png(), null)), missing(''))
  assert.deepEqual(await refusal(form(new Uint8Array(0))), [400, 'Choose a file'])
  const text = new FormData()
  text.append('bucketName', 'post-images')
  text.append('file', 'just text')
  assert.deepEqual(await refusal(text), [400, 'Choose a file'])
  assert.deepEqual(await refusal({ bucketName: 'post-images' }), [415, 'The file must be sent as multipart/form-data.'])
  const broken = await t.app.request(uploadPicture.path, {
    method: 'POST',
    headers: { authorization: 'Bearer alice', 'content-type': 'multipart/form-data; boundary=x' },
    body: '--y\r\nnonsense',
  })
  assert.equal(broken.status, 400)
  assert.deepEqual(t.logged, [])
})

test('rejects files whose content is not a picture, regardless of their name', async () => {
  const t = await testStorage()
  for (const name of ['script.svg', 'laughs.svg', 'html-as.jpg']) {
    const answer = await t.alice('POST', uploadPicture.path, form(await fixture(name), 'post-images', 'cat.png'))
    assert.deepEqual([answer.status, answer.body['message']], [415, 'Only image files are allowed'])
  }
  assert.equal((await t.alice('POST', uploadPicture.path, form(await fixture('gifar.gif')))).status, 400)
  const named = await t.alice('POST', uploadPicture.path, form(await jpeg(), 'post-images', '../../evil.html'))
  assert.match(UploadAnswer.parse(named.body).publicUrl, /\/\d+\/[\w-]+\.jpg$/)
  assert.deepEqual(t.logged, [])
})

test('rejects pictures over 2 MB, profile pictures over 1 MB, and decompression bombs', async () => {
  const t = await testStorage()
  const refusal = async (...sent: Parameters<typeof form>) => {
    const answer = await t.alice('POST', uploadPicture.path, form(...sent))
    return [answer.status, answer.body['message']]
  }
  assert.deepEqual(await refusal(new Uint8Array(2 * mb + 1)), [413, 'File size exceeds 2MB limit'])
  assert.deepEqual(await refusal(new Uint8Array(9 * mb)), [413, 'File size exceeds 2MB limit'])
  assert.deepEqual(await refusal(new Uint8Array(mb + 1), 'profile-images'), [413, 'File size exceeds 1MB limit'])
  for (const bomb of ['bomb-png-10000x10000.png', 'bomb-png-30000x30000.png']) {
    assert.deepEqual(await refusal(await fixture(bomb)), [413, 'The picture has too many pixels'])
  }
  assert.deepEqual(t.logged, [])
})

test('cuts off endless bodies, rejects incorrect Content-Length headers, and keeps running', async () => {
  const t = await testStorage()
  const endless = await sendRaw(t.url, { 'transfer-encoding': 'chunked' }, Infinity)
  assert.ok(endless.sent < 32 * mb)
  assert.ok(endless.status === 413 || endless.status === null)
  const huge = await sendRaw(t.url, { 'content-length': String(1e12) }, 64 * 1024)
  assert.ok(huge.ms < patienceMs)
  assert.equal(huge.status, 413)
  const short = await sendRaw(t.url, { 'content-length': '100' }, 3 * mb)
  assert.ok(short.status === 400 || short.status === null)
  assert.equal((await t.alice('POST', uploadPicture.path, form(await png()))).status, 200)
})

test.each([
  ['a member', 'memberMaxBytes', 413, /This picture doesn’t fit: you have used \d+ of your \d+ MB\./],
  ['the site', 'maxBytes', 507, /This site’s picture storage is full\./],
] as const)(
  'keeps twenty concurrent uploads within the quota of %s, and stores nothing for rejected uploads',
  async (_, quota, status, message) => {
    const picture = await jpeg(300, 200)
    const { storedBytes } = factsOf(await processImage(picture))
    const t = await testStorage({}, { [quota]: 5.5 * storedBytes })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.alice('POST', uploadPicture.path, form(picture))),
    )
    const refused = answers.filter((answer) => answer.status !== 200)
    assert.deepEqual([...new Set(refused.map((answer) => answer.status))], [status])
    assert.match(JSON.stringify(refused[0]!.body), message)
    assert.deepEqual([refused.length, (await many(t.db)`select from images`).length], [15, 5])
    assert.equal((await many(t.db)`select from storage_objects`).length, 5)
    assert.equal((await readdir(t.folder, { recursive: true })).filter((name) => name.length > 30).length, 5)
    const wire = await t.client('alice').from('post-images').upload('a.jpg', picture, { contentType: 'image/jpeg' })
    assert.match(String(wire.error?.message), message)
  },
)

test('frees quota when pictures are removed or replaced', async () => {
  const picture = await jpeg(300, 200)
  const { storedBytes } = factsOf(await processImage(picture))
  const t = await testStorage({}, { memberMaxBytes: 1.5 * storedBytes })
  const bucket = t.client('alice').from('post-images')
  const upload = async (path: string) =>
    (await bucket.upload(path, picture, { contentType: 'image/jpeg', upsert: true })).error === null
  assert.deepEqual([await upload('a.jpg'), await upload('a.jpg'), await upload('b.jpg')], [true, true, false])
  await bucket.remove(['a.jpg'])
  assert.equal(await upload('b.jpg'), true)
  assert.equal((await many(t.db)`select from images`).length, 1)
})

test('returns the dimensions and copies of pictures, with URLs in the requested form', async () => {
  const t = await testStorage()
  const place = { bucket: 'post-images' as const, path: `${t.members.alice.id}/x.jpg` }
  const file = { contentType: 'image/jpeg', bytes: 1, storedBytes: 1, memberId: t.members.alice.id }
  await addImage(t.db, { ...place, ...file, width: 1000, height: 500, variantWidths: [480, 960] })
  const path = `/storage/v1/object/public/post-images/${t.members.alice.id}/x.jpg`
  const urls = [path, `https://devstead.test${path}`, '/storage/v1/object/public/post-images/none.jpg', 'nonsense']
  const found = await findImages(t.db, urls)
  assert.deepEqual([...found.keys()], urls.slice(0, 2))
  assert.equal(srcsetOf(path, found.get(path)!), `${path}.480w.webp 480w, ${path}.960w.webp 960w, ${path} 1000w`)
  assert.equal(found.get(urls[1]!)!.variants[0]!.url, `https://devstead.test${path}.480w.webp`)
  assert.equal((await findImages(t.db, [])).size, 0)
})

test('treats a picture in the truncated part of a post as used', async () => {
  const t = await testStorage()
  const file = { contentType: 'image/jpeg', bytes: 1, storedBytes: 1, memberId: t.members.alice.id }
  const size = { width: 10, height: 10, variantWidths: [] }
  for (const path of ['shown.jpg', 'beyond.jpg', 'unused.jpg'])
    await addImage(t.db, { bucket: 'post-images', path, ...file, ...size })
  const id = await t.postBy('alice', '![](/storage/v1/object/public/post-images/beyond.jpg)')
  await run(t.db)`update posts set is_truncated = true,
    content_html = '<img src="/storage/v1/object/public/post-images/shown.jpg">' where id = ${id}`
  const unused = await listUnusedImages(t.db, t.members.alice.id)
  assert.deepEqual(
    unused.map(({ path }) => path),
    ['unused.jpg'],
  )
})

test('returns the dimensions of a picture that replaced another one', async () => {
  const t = await testStorage()
  const file = { contentType: 'image/jpeg', bytes: 1, storedBytes: 1, memberId: t.members.alice.id }
  const place = { bucket: 'post-images' as const, path: 'x.jpg', ...file }
  await addImage(t.db, { ...place, width: 1000, height: 500, variantWidths: [480] })
  await addImage(t.db, { ...place, width: 30, height: 20, variantWidths: [] })
  const url = '/storage/v1/object/public/post-images/x.jpg'
  assert.deepEqual((await findImages(t.db, [url])).get(url), { width: 30, height: 20, variants: [] })
})

/** Posts up to `bytes` bytes of a form that never ends properly, and returns the response. */
function sendRaw(url: string, headers: Record<string, string>, bytes: number) {
  const startedMs = performance.now()
  return new Promise<{ status: number | null; sent: number; ms: number }>((resolve) => {
    let [sent, status] = [0, null as number | null]
    const chunk = Buffer.alloc(64 * 1024)
    const outgoing = request(`${url}${uploadPicture.path}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer alice',
        'content-type': 'multipart/form-data; boundary=x',
        ...headers,
      },
    })
    const done = () => resolve({ status, sent, ms: performance.now() - startedMs })
    const send = () => {
      if (outgoing.destroyed || status !== null || sent >= bytes) return
      sent += chunk.length
      outgoing.write(chunk, () => setImmediate(send))
    }
    outgoing.on('response', (response) => {
      status = response.statusCode ?? null
      response.resume()
      response.on('end', () => outgoing.destroy())
    })
    outgoing.on('error', () => {})
    outgoing.on('close', done)
    send()
  })
}
