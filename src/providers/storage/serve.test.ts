import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'vitest'
import { jpeg, testStorage } from '#tests/support/storage.ts'

async function served() {
  const t = await testStorage()
  const { error } = await t
    .client('alice')
    .from('post-images')
    .upload('a.jpg', await jpeg(), { contentType: 'text/html' })
  assert.equal(error, null)
  return { ...t, address: t.storage.publicUrl({ bucket: 'post-images', path: 'a.jpg' }) }
}

test('serves a picture with its exact media type and headers that keep it from running code', async () => {
  const t = await served()
  const { headers } = await fetch(t.address)
  assert.equal(headers.get('content-type'), 'image/jpeg')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(headers.get('cache-control'), 'public, max-age=3600, s-maxage=10, must-revalidate')
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  const saved = await fetch(`${t.address}?download=${encodeURIComponent('é"\r\n.jpg')}`)
  assert.equal(saved.headers.get('content-disposition'), "attachment; filename*=UTF-8''%C3%A9%22%0D%0A.jpg")
})

test('returns 304 if the browser already has the picture', async () => {
  const t = await served()
  const etag = (await fetch(t.address)).headers.get('etag')!
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await fetch(t.address, { headers: { 'if-none-match': known } })
    assert.deepEqual([answer.status, answer.headers.get('etag')], [304, etag])
  }
  assert.equal((await fetch(t.address, { headers: { 'if-none-match': '"x"' } })).status, 200)
})

test('responds to HEAD like GET, without a body', async () => {
  const t = await served()
  const [whole, head] = [await fetch(t.address), await fetch(t.address, { method: 'HEAD' })]
  const length = String((await whole.bytes()).length)
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, length])
  assert.equal((await head.bytes()).length, 0)
})

test('serves satisfiable byte ranges', async () => {
  const t = await served()
  const whole = await (await fetch(t.address)).bytes()
  const etag = (await fetch(t.address)).headers.get('etag')!
  const ask = async (range: string, more = {}) => {
    const answer = await fetch(t.address, { headers: { range, ...more } })
    return { status: answer.status, range: answer.headers.get('content-range'), bytes: await answer.bytes() }
  }
  const size = whole.length
  assert.deepEqual(await ask('bytes=2-5'), { status: 206, range: `bytes 2-5/${size}`, bytes: whole.slice(2, 6) })
  assert.deepEqual((await ask('bytes=-10')).bytes, whole.slice(-10))
  assert.deepEqual((await ask(`bytes=${size - 3}-`)).bytes, whole.slice(-3))
  assert.deepEqual((await ask(`bytes=0-${size * 9}`)).range, `bytes 0-${size - 1}/${size}`)
  assert.deepEqual((await ask(`bytes=${size}-`)).range, `bytes */${size}`)
  assert.equal((await ask(`bytes=${size}-`)).status, 416)
  for (const odd of ['bytes=5-2', 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2'])
    assert.equal((await ask(odd)).status, 200, odd)
  assert.equal((await ask('bytes=0-1', { 'if-range': '"older"' })).status, 200)
  assert.equal((await ask('bytes=0-1', { 'if-range': etag })).status, 206)
})

test('lists no folders, and does not resolve .. in any form', async () => {
  const t = await served()
  const corpus = await readFile(
    new URL('../../../tests/fixtures/naughty/directory_traversal.txt', import.meta.url),
    'utf8',
  )
  const own = ['', '.', '..', '../a.jpg', 'x/../a.jpg', 'x//a.jpg', './a.jpg', '%2e%2e/a.jpg', 'x/%2e%2e/a.jpg']
  const odd = ['%252e%252e/a.jpg', '..%5ca.jpg', 'a.jpg%00', 'a.jpg%00.png', '%', '%ff', 'é.jpg', 'a'.repeat(1025)]
  for (const spelling of [...own, ...odd, ...corpus.split('\n')]) {
    for (const base of [
      '/storage/v1/object/public/post-images/',
      '/storage/v1/object/public/',
      '/storage/v1/object/post-images/',
    ]) {
      const status = await statusOfRaw(t.url, base + spelling.replaceAll(/[\s\0]/g, '%20'))
      // A path that the URL parser normalizes to the picture's path counts as the picture's own URL.
      const isOwn = spelling !== '' && URL.parse(base + spelling, t.url)?.pathname.endsWith('/post-images/a.jpg')
      assert.ok(status === 400 || status === 404 || (isOwn && status === 200), `${base}${spelling}: ${status}`)
    }
  }
  assert.deepEqual(t.logged, [])
})

/** Returns the status of a GET request for an exact path, which fetch would normalize. */
function statusOfRaw(url: string, target: string): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`, 'utf8')),
    )
    let text = ''
    socket.on('data', (data) => (text += data.toString('latin1')))
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}
